//! Hosts, software and a partner for the endpoint: the golden model of another endpoint, behind a
//! channel that loses, delays, repeats and corrupts frames, and adds forged ones.

mod channel;
mod forger;
mod host;
mod partner;
mod phase;
mod slots;
mod software;
#[cfg(test)]
mod tests;

use tailback_model::efl::endpoint::{EflEndpoint, EflEndpointInputs, EflEndpointOutputs};
use tailback_spec::efl::Efl;

use self::channel::Channel;
use self::forger::Forger;
use self::host::Host;
use self::partner::Partner;
use self::phase::Phase;
use self::software::{Peering, Software};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "efl-endpoint";

/// Golden model and stimulus of the endpoint.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    let variant = super::parameters(&efl);
    Box::new(BlockBench::new(
        BLOCK,
        variant,
        move || EflEndpoint::new(&efl),
        move |seed| EflEndpointStimulus::new(&efl, seed),
    ))
}

/// Constrained-random environment of an endpoint.
pub struct EflEndpointStimulus {
    random: Random,
    efl: Efl,
    phase: Phase,
    host: Host,
    software: Software,
    partner: Partner,
    /// Channels to the partner, and from there.
    to: Channel,
    from: Channel,
    forger: Forger,
}

impl EflEndpointStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let peering = Peering::any(efl, &mut random);
        EflEndpointStimulus {
            phase: Phase::any(&mut random, efl),
            efl: *efl,
            host: Host::new(efl),
            software: Software::new(efl, &peering),
            partner: Partner::new(efl, &peering.reversed(efl)),
            to: Channel::new(efl),
            from: Channel::new(efl),
            forger: Forger::new(efl, &peering),
            random,
        }
    }

    /// Another phase.
    fn change(&mut self) {
        self.phase = Phase::any(&mut self.random, &self.efl);
        self.host.change(&mut self.random);
        self.software.change(self.phase.wild, &mut self.random);
        self.partner.change(&mut self.random);
    }

    /// A host that resets an endpoint resets its peer.
    fn reset(&mut self) {
        self.host = Host::new(&self.efl);
        self.software.reset(&mut self.random);
        self.partner.reset(&mut self.random);
        self.to = Channel::new(&self.efl);
        self.from = Channel::new(&self.efl);
    }
}

impl Stimulus<EflEndpointInputs, EflEndpointOutputs> for EflEndpointStimulus {
    fn drive(&mut self, last: &EflEndpointOutputs, step: &mut Step<EflEndpointInputs>) {
        let inputs = &mut step.inputs;
        if step.reset {
            self.reset();
        } else {
            let (mac, ready) = (&last.m_axis_mac, inputs.m_axis_mac.tready);
            let frame = self.to.accept(mac, ready, &self.phase.to, &mut self.random);
            self.forger.see(frame);
            self.host.see(last, inputs, frame);
        }
        if self.phase.cycles == 0 {
            self.change();
        }
        self.phase.cycles -= 1;

        let (random, phase) = (&mut self.random, &self.phase);
        if happens(random, phase.forged) {
            self.from.insert(self.forger.frame(random));
        }
        self.partner.cycle(&mut self.to, &mut self.from, phase, random);
        self.from.deliver(&mut inputs.s_axis_mac, &phase.from, random);
        self.host.drive(last, step.reset, &phase.host, inputs, random);
        self.software.drive(&last.s_axil, phase.pace, &mut inputs.s_axil, random);
        inputs.m_axis_host.tready = happens(random, phase.host.ready);
        inputs.m_axis_mac.tready = happens(random, phase.to.ready);
        step.reset = happens(random, phase.reset);
    }
}
