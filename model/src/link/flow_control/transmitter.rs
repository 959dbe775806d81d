//! Which VL's flow-control packet goes, and when.

use super::packet::{Packet, OP_INITIAL, OP_NORMAL};
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    link::{flow_control::turn_cycles, Link},
    port_values, Lanes,
};

port_values! {
    /// What the packets carry; a lane belongs to a VL.
    pub struct FlowControlTransmitterInputs {
        /// The link is up.
        pub active: bool,
        /// Blocks that were sent, modulo 4096.
        pub fctbs: Lanes,
        /// The limit for the neighbour, modulo 4096.
        pub fccl: Lanes,
        /// A packet is taken if there is one.
        pub ready: bool,
    }
}

port_values! {
    /// The packet that wants to go.
    pub struct FlowControlTransmitterOutputs {
        /// There is one.
        pub valid: bool,
        /// Its six bytes, the first in bits 47 to 40; 0 without a packet.
        pub packet: u64,
    }
}

/// What one VL remembers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VirtualLane {
    /// Its last packet's FCCL, and whether that was built while the link was up; `None`: it has
    /// sent none since reset.
    pub(crate) sent: Option<(u32, bool)>,
    /// Its turn of the period has come.
    pub(crate) turn: bool,
}

/// The transmitter of all VLs' packets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowControlTransmitter {
    /// Cycles from one VL's turn to the next one's.
    pub(crate) turn_cycles: usize,
    /// What each VL remembers.
    pub(crate) virtual_lanes: Vec<VirtualLane>,
    /// Cycles since the last turn.
    pub(crate) timer: usize,
    /// The VL whose turn comes next.
    pub(crate) next_turn: usize,
    /// The VL of the packet before.
    pub(crate) last: usize,
    /// The packet that wants to go.
    pub(crate) held: Option<u64>,
}

impl FlowControlTransmitter {
    /// The block after reset.
    pub fn new(link: &Link) -> Self {
        let virtual_lanes = link.virtual_lanes();
        FlowControlTransmitter {
            turn_cycles: turn_cycles(link),
            virtual_lanes: vec![VirtualLane::default(); virtual_lanes],
            timer: 0,
            next_turn: 0,
            last: virtual_lanes - 1,
            held: None,
        }
    }

    /// The next VL after the last one, in rotation, whose packet is due.
    #[inline]
    fn next_due(&self, fccl: &Lanes, active: bool) -> Option<usize> {
        (self.last + 1..self.virtual_lanes.len()).chain(0..=self.last).find(|&vl| {
            let VirtualLane { sent, turn } = self.virtual_lanes[vl];
            turn || sent != Some((lane(fccl, vl), active))
        })
    }

    /// The packet that goes next, if one is due.
    #[inline]
    fn build(&mut self, inputs: &FlowControlTransmitterInputs) -> Option<u64> {
        let active = inputs.active;
        let vl = self.next_due(&inputs.fccl, active)?;
        let packet = Packet {
            op: if active { OP_NORMAL } else { OP_INITIAL },
            fctbs: lane(&inputs.fctbs, vl),
            vl: vl as u32,
            fccl: lane(&inputs.fccl, vl),
        };
        self.virtual_lanes[vl] = VirtualLane { sent: Some((packet.fccl, active)), turn: false };
        self.last = vl;
        Some(packet.encode())
    }
}

/// The value of a lane; those that are not given are 0.
#[inline]
fn lane(lanes: &Lanes, vl: usize) -> u32 {
    lanes.get(vl).copied().unwrap_or(0)
}

impl Golden for FlowControlTransmitter {
    type Inputs = FlowControlTransmitterInputs;
    type Outputs = FlowControlTransmitterOutputs;

    #[inline]
    fn step(
        &mut self,
        inputs: &FlowControlTransmitterInputs,
        outputs: &mut FlowControlTransmitterOutputs,
    ) {
        outputs.valid = self.held.is_some();
        outputs.packet = self.held.unwrap_or(0);

        if self.held.is_none() || inputs.ready {
            self.held = self.build(inputs);
        }

        // After the packet, because a turn that comes in the very cycle is not lost.
        if self.timer + 1 < self.turn_cycles {
            self.timer += 1;
        } else {
            self.timer = 0;
            self.virtual_lanes[self.next_turn].turn = true;
            self.next_turn = (self.next_turn + 1) % self.virtual_lanes.len();
        }
    }

    fn reset(&mut self) {
        self.virtual_lanes.fill(VirtualLane::default());
        self.timer = 0;
        self.next_turn = 0;
        self.last = self.virtual_lanes.len() - 1;
        self.held = None;
    }
}
