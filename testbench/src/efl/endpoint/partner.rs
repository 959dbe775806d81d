//! The partner: the golden model of an endpoint, with a host and software of its own.

use tailback_model::efl::endpoint::{EflEndpoint, EflEndpointInputs, EflEndpointOutputs};
use tailback_model::Golden;
use tailback_spec::efl::Efl;

use super::channel::Channel;
use super::host::Host;
use super::phase::Phase;
use super::software::{Peering, Software};
use crate::random::{happens, Random};

/// A partner.
pub(super) struct Partner {
    efl: Efl,
    model: Box<EflEndpoint>,
    inputs: EflEndpointInputs,
    outputs: EflEndpointOutputs,
    host: Host,
    software: Software,
}

impl Partner {
    pub fn new(efl: &Efl, peering: &Peering) -> Self {
        Partner {
            efl: *efl,
            model: Box::new(EflEndpoint::new(efl)),
            inputs: EflEndpointInputs::default(),
            outputs: EflEndpointOutputs::default(),
            host: Host::new(efl),
            software: Software::new(efl, peering),
        }
    }

    pub fn reset(&mut self, random: &mut Random) {
        self.model.reset();
        (self.inputs, self.outputs) = Default::default();
        self.host = Host::new(&self.efl);
        self.software.reset(random);
    }

    /// Another phase. The partner is never wild.
    pub fn change(&mut self, random: &mut Random) {
        self.host.change(random);
        self.software.change(false, random);
    }

    /// A cycle: receives from channel `to`, and sends to channel `from`.
    pub fn cycle(
        &mut self,
        to: &mut Channel,
        from: &mut Channel,
        phase: &Phase,
        random: &mut Random,
    ) {
        let inputs = &mut self.inputs;
        to.deliver(&mut inputs.s_axis_mac, &phase.to, random);
        self.host.drive(&self.outputs, false, &phase.partner, inputs, random);
        self.software.drive(&self.outputs.s_axil, phase.pace, &mut inputs.s_axil, random);
        inputs.m_axis_host.tready = happens(random, phase.partner.ready);
        inputs.m_axis_mac.tready = happens(random, phase.from.ready);
        self.model.step(inputs, &mut self.outputs);
        let mac = &self.outputs.m_axis_mac;
        let frame = from.accept(mac, inputs.m_axis_mac.tready, &phase.from, random);
        self.host.see(&self.outputs, inputs, frame);
    }
}
