//! Registers of an endpoint over AXI4-Lite: settings, peers, and counters.

mod flows;
mod ports;
#[cfg(test)]
mod tests;
mod values;

pub use ports::{EflRegistersInputs, EflRegistersOutputs};

use self::flows::Flows;
use self::values::Values;
use super::bus::{Access, Bus, Done};
use crate::{bits::is_set, Golden};
use tailback_spec::efl::{
    registers::{address, COUNTERS, FLOW_VALUES, IDENTIFICATION, VERSION},
    transmit::PEER_CYCLES,
    Efl,
};

/// Step in which an access is done.
const LAST_STEP: u32 = 4;
/// Bytes of a register.
const BYTES: u32 = 4;
/// Bits of a flow in `FLOW_SELECT`.
const FLOW_MASK: u32 = 0xFFFF;

/// Peer of a flow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Peer {
    address_low: u32,
    address_high: u32,
    valid: bool,
    label: u32,
}

impl Peer {
    const ADDRESS_LOW: u32 = 0;
    const ADDRESS_HIGH: u32 = 4;
    const LABEL: u32 = 8;

    fn address(&self) -> u64 {
        u64::from(self.address_high) << u32::BITS | u64::from(self.address_low)
    }

    fn value(&self, place: u32) -> Option<u32> {
        match place {
            Self::ADDRESS_LOW => Some(self.address_low),
            Self::ADDRESS_HIGH => Some(u32::from(self.valid) << 31 | self.address_high),
            Self::LABEL => Some(self.label),
            _ => None,
        }
    }

    fn write(&mut self, place: u32, data: u32) -> Option<()> {
        const LOW: u32 = 0xFFFF;
        match place {
            Self::ADDRESS_LOW => self.address_low = data,
            Self::ADDRESS_HIGH => {
                (self.valid, self.address_high) = (is_set(data.into(), 31), data & LOW);
            }
            Self::LABEL => self.label = data & LOW,
            _ => return None,
        }
        Some(())
    }
}

/// Peers that were looked up in the last cycles, for data, ACK frames and received frames.
type LookUps = [[Peer; 3]; PEER_CYCLES];

/// The registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EflRegisters {
    efl: Efl,
    bus: Bus,
    values: Values,
    peers: Vec<Peer>,
    /// Results of look-ups, those of this cycle first.
    look_ups: LookUps,
    flows: Flows,
    counters: [u32; COUNTERS.len()],
    ready: bool,
    /// Cycles until memories are cleared.
    clearing: usize,
}

impl EflRegisters {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflRegisters {
            efl: *efl,
            bus: Bus::default(),
            values: Values::new(&efl.settings()),
            peers: vec![Peer::default(); efl.flows()],
            look_ups: LookUps::default(),
            flows: Flows::new(efl.flows()),
            counters: [0; COUNTERS.len()],
            ready: false,
            clearing: efl.flows(),
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut EflRegistersOutputs) {
        let values = &self.values;
        let [data, reply, peer] = self.look_ups[0];
        *outputs = EflRegistersOutputs {
            s_axil: Default::default(),
            ready: self.ready,
            set_address: values.address(),
            set_probes: is_set(values.parts.into(), 0),
            set_delays: is_set(values.parts.into(), 1),
            set_predicts: is_set(values.parts.into(), 2),
            set_probe_packets: values.probe_packets.into(),
            set_alpha: values.alpha.into(),
            set_beta: values.beta.into(),
            set_probe_alpha: values.probe_alpha.into(),
            set_probe_beta: values.probe_beta.into(),
            set_initial: values.initial.into(),
            set_minimum: values.minimum.into(),
            set_maximum: values.maximum.into(),
            set_rtt_min: values.rtt_min.into(),
            set_rto_min: values.rto_min.into(),
            data_peer_address: data.address(),
            data_peer_label: data.label.into(),
            reply_peer_address: reply.address(),
            reply_peer_label: reply.label.into(),
            peer_valid: peer.valid,
            peer_address: peer.address(),
        };
        self.bus.show(&mut outputs.s_axil);
    }

    /// Value of the register at an address.
    fn value(&self, at: u32) -> Option<u32> {
        let efl = &self.efl;
        match at {
            address::IDENTIFICATION => Some(IDENTIFICATION),
            address::VERSION => Some(VERSION.0 << 16 | VERSION.1),
            address::CAPABILITIES => Some(efl.window() << 16 | efl.flows() as u32),
            address::FORMAT => {
                let numbers = efl.overhead_bytes() << 24 | efl.ack_every() << 16;
                Some(u32::from(efl.has_fcs()) << 31 | numbers | efl.payload_bytes())
            }
            address::CLOCK => Some(efl.clock_hz() as u32),
            address::ETHER_TYPE => Some(efl.ether_type().into()),
            address::FLOW_SELECT => Some(self.flows.selected),
            _ => None,
        }
        .or_else(|| self.values.value(at))
        .or_else(|| element(at, address::FLOW, &self.flows.copy))
        .or_else(|| element(at, address::COUNTERS_FIRST, &self.counters))
        .or_else(|| {
            let (flow, place) = peer(at)?;
            self.peers.get(flow)?.value(place)
        })
    }

    /// Flow that is being selected.
    fn selected(&self, access: Access) -> Option<u32> {
        match access {
            Access::Write { address: address::FLOW_SELECT, data } => {
                Some(data & FLOW_MASK).filter(|flow| (*flow as usize) < self.peers.len())
            }
            _ => None,
        }
    }

    /// Does an access; `None` if it is not done yet.
    fn perform(&mut self, access: Access) -> Option<Done> {
        if self.selected(access).is_some() {
            return self.flows.is_done().then_some(Done::Write(true));
        }
        Some(match access {
            Access::Read(at) => Done::Read(self.value(at)),
            Access::Partial => Done::Write(false),
            Access::Write { address, data } => {
                let of_peer = peer(address).and_then(|(flow, place)| {
                    let peer = self.peers.get_mut(flow)?;
                    peer.write(place, data)
                });
                Done::Write(of_peer.or_else(|| self.values.write(address, data)).is_some())
            }
        })
    }
}

/// Element of a list of registers.
fn element(at: u32, first: u32, values: &[u32]) -> Option<u32> {
    let index = at.checked_sub(first)? / BYTES;
    values.get(index as usize).copied()
}

/// Flow, and offset, of a register of a peer.
fn peer(at: u32) -> Option<(usize, u32)> {
    let offset = at.checked_sub(address::PEERS)?;
    Some(((offset / address::PEERS_STRIDE) as usize, offset % address::PEERS_STRIDE))
}

impl Golden for EflRegisters {
    type Inputs = EflRegistersInputs;
    type Outputs = EflRegistersOutputs;

    fn step(&mut self, inputs: &EflRegistersInputs, outputs: &mut EflRegistersOutputs) {
        const _: () = assert!(FLOW_VALUES as u32 * BYTES < address::COUNTERS_FIRST - address::FLOW);
        self.show(outputs);
        // A look-up sees the writes of the cycles before.
        let flows = [inputs.data_peer_flow, inputs.reply_peer_flow, inputs.peer_flow];
        self.look_ups.rotate_left(1);
        self.look_ups[PEER_CYCLES - 1] =
            flows.map(|flow| self.peers.get(flow as usize).copied().unwrap_or_default());

        let access = self.bus.access(LAST_STEP);
        let done = access.and_then(|access| self.perform(access));
        self.flows.clock(inputs, access.and_then(|access| self.selected(access)));
        self.bus.clock(&inputs.s_axil, self.ready, LAST_STEP, done);
        for (number, counter) in self.counters.iter_mut().enumerate() {
            *counter = counter.wrapping_add(u32::from(is_set(inputs.happened, number)));
        }
        self.ready |= self.clearing == 0 && !inputs.sweeping;
        self.clearing = self.clearing.saturating_sub(1);
    }

    fn reset(&mut self) {
        self.bus = Bus::default();
        self.values = Values::new(&self.efl.settings());
        self.peers.fill(Peer::default());
        self.look_ups = LookUps::default();
        self.flows.reset();
        self.counters = [0; COUNTERS.len()];
        (self.ready, self.clearing) = (false, self.peers.len());
    }
}
