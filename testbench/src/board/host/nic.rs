//! The NIC of the host.

use tailback_model::board::host::{BoardHostInputs, BoardHostOutputs};
use tailback_spec::board::host::BoardHost;

use super::phase::Phase;
use crate::random::{happens, one_of, Random};

/// Flows of which the NIC remembers that they have a packet; further ones are forgotten.
const KNOWN: usize = 32;

/// State of the NIC in the view of the host: grants, doorbells and packets.
#[derive(Debug, Clone)]
pub(super) struct Nic {
    /// Flows of the NIC, and of the host.
    flows: u64,
    of_host: u64,
    /// Flows that have a packet, and no grant.
    known: Vec<u64>,
    /// Flow of the last grant.
    granted: u64,
}

impl Nic {
    pub fn new(host: &BoardHost) -> Self {
        let (flows, of_host) = (1 << host.flow_bits(), host.flows() as u64);
        Nic { flows, of_host, known: Vec::new(), granted: 0 }
    }

    /// No flow has a packet.
    pub fn reset(&mut self) {
        self.known.clear();
    }

    /// After a cycle with these signals.
    pub fn see(&mut self, last: &BoardHostOutputs, inputs: &BoardHostInputs) {
        let rings = last.m_doorbell.tvalid && inputs.m_doorbell.tready;
        let more = last.m_axis.tvalid && inputs.m_axis.tready && last.m_axis.tuser;
        self.known.extend(rings.then_some(last.m_doorbell.tdata));
        self.known.extend(more.then_some(last.m_axis.tid));
        self.known.truncate(KNOWN);
    }

    /// Drives the next cycle.
    pub fn drive(&mut self, phase: &Phase, inputs: &mut BoardHostInputs, random: &mut Random) {
        inputs.m_axis.tready = happens(random, phase.beat);
        inputs.m_doorbell.tready = happens(random, phase.doorbell);
        inputs.m_decline.tready = happens(random, phase.decline);
        let any = random.below(self.flows);
        let few = any % self.of_host;
        let stray = one_of(random, &[any, few, self.granted, random_of(&self.known, any)]);
        inputs.s_grant.tvalid = true;
        if happens(random, phase.stray) {
            inputs.s_grant.tdata = stray;
        } else if !self.known.is_empty() && happens(random, phase.grant) {
            let index = random.below(self.known.len() as u64) as usize;
            inputs.s_grant.tdata = self.known.swap_remove(index);
        } else {
            inputs.s_grant.tvalid = false;
            inputs.s_grant.tdata = any;
        }
        if inputs.s_grant.tvalid {
            self.granted = inputs.s_grant.tdata;
        }
    }
}

/// One of several flows, selected by a random number; the number if there is none.
fn random_of(flows: &[u64], any: u64) -> u64 {
    match flows.len() as u64 {
        0 => any,
        count => flows[(any % count) as usize],
    }
}
