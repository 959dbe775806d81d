//! Traffic for the switch with a clock for each port: the neighbours of the switch with one clock, each
//! behind a link of another clock.

#[cfg(test)]
mod tests;

use tailback_model::switch::clocks::{
    beat_of, clear, push, SwitchClocks, SwitchClocksInputs, SwitchClocksOutputs,
};
use tailback_model::switch::top::{SwitchTopInputs, SwitchTopOutputs};
use tailback_spec::switch::clocks::SwitchClocks as Parameters;

use super::top::{variant, Scenario, SwitchTopStimulus};
use crate::clocks::{CoreClocks, LinkStream};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::Random;

/// Name on the command line.
const BLOCK: &str = "switch-clocks";

/// Golden model and stimulus of the switch.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{}; a clock for each port", variant(&parameters.switch)),
        move || SwitchClocks::new(&parameters),
        move |seed| SwitchClocksStimulus::new(&parameters, seed),
    ))
}

/// Surroundings of the switch.
pub struct SwitchClocksStimulus {
    random: Random,
    /// Clock of the switch, then those of the ports.
    clocks: CoreClocks,
    neighbours: SwitchTopStimulus,
    links: Vec<LinkStream>,
    /// Step of the switch with one clock.
    inner: Step<SwitchTopInputs>,
    outputs: SwitchTopOutputs,
}

impl SwitchClocksStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let ports = parameters.switch.port.ports();
        SwitchClocksStimulus {
            clocks: CoreClocks::new(ports, &mut random),
            neighbours: SwitchTopStimulus::new(&parameters.switch, Scenario::Everything, seed),
            links: vec![LinkStream::default(); ports],
            inner: Step::default(),
            outputs: SwitchTopOutputs::default(),
            random,
        }
    }

    /// Packets that have been sent to the switch.
    pub fn packets(&self) -> u64 {
        self.neighbours.packets()
    }

    /// After an edge of the clock of the switch: the neighbours and the master act.
    fn act(&mut self, last: &SwitchClocksOutputs) {
        self.outputs.s_axil.clone_from(&last.s_axil);
        clear(&mut self.outputs.m_axis);
        for (port, link) in self.links.iter().enumerate() {
            push(&mut self.outputs.m_axis, port, &link.offered());
        }
        let taken = self.outputs.m_axis.tvalid & self.inner.inputs.m_axis.tready;
        self.neighbours.drive(&self.outputs, &mut self.inner);
        for (port, link) in self.links.iter_mut().enumerate() {
            if taken >> port & 1 != 0 {
                link.take();
            }
            let beat = beat_of(&self.inner.inputs.s_axis, port);
            if beat.tvalid {
                link.send(beat);
            }
        }
        if self.inner.reset {
            self.clocks.reset.begin();
        }
    }
}

impl Stimulus<SwitchClocksInputs, SwitchClocksOutputs> for SwitchClocksStimulus {
    fn drive(&mut self, last: &SwitchClocksOutputs, step: &mut Step<SwitchClocksInputs>) {
        let inputs = &mut step.inputs;
        let was_resetting = self.clocks.reset.is_active();
        for (port, link) in self.links.iter_mut().enumerate() {
            if was_resetting {
                link.reset();
            } else if inputs.link_clock >> port & 1 != 0 {
                let accepted = last.s_axis.tready >> port & 1 != 0;
                link.edge(accepted, &beat_of(&last.m_axis, port), &mut self.random);
            }
        }
        let has_space = self.links.iter().all(LinkStream::has_space);
        if inputs.clock && !was_resetting {
            self.act(last);
        }
        let [rises, resets] = self.clocks.next(has_space, &mut self.random);
        (inputs.clock, inputs.link_clock) = (rises & 1 != 0, rises >> 1);
        (inputs.reset, inputs.link_reset) = (resets & 1 != 0, resets >> 1);
        match self.clocks.reset.is_active() {
            // Without requests during a reset.
            true => inputs.s_axil = Default::default(),
            false => inputs.s_axil.clone_from(&self.inner.inputs.s_axil),
        }
        inputs.link_active = self.inner.inputs.link_active;
        clear(&mut inputs.s_axis);
        inputs.m_axis.tready = 0;
        for (port, link) in self.links.iter().enumerate() {
            push(&mut inputs.s_axis, port, &link.beat);
            inputs.m_axis.tready |= u64::from(link.ready) << port;
        }
    }
}
