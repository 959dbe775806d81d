//! Selection and timing of the VLs' flow-control packets.

use super::packet::{Packet, OP_INITIAL, OP_NORMAL};
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    link::{flow_control::turn_cycles, Link},
    port_values, Lanes,
};

port_values! {
    /// Contents of the packets; an element belongs to a VL.
    pub struct FlowControlTransmitterInputs {
        /// The link is up.
        pub active: bool,
        /// Blocks sent, modulo 4096, by VL.
        pub fctbs: Lanes,
        /// Credit limit for the neighbour, modulo 4096, by VL.
        pub fccl: Lanes,
        /// A packet is accepted if one is offered.
        pub ready: bool,
    }
}

port_values! {
    /// Packet that is offered.
    pub struct FlowControlTransmitterOutputs {
        /// Packet valid.
        pub valid: bool,
        /// The six bytes of the packet, the first in bits 47 to 40; 0 without a packet.
        pub packet: u64,
    }
}

/// State of one VL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VirtualLane {
    /// FCCL of the last packet, and whether that was built while the link was up; `None` if no
    /// packet was sent since reset.
    pub(crate) sent: Option<(u32, bool)>,
    /// Whether the VL's periodic packet is due.
    pub(crate) turn: bool,
}

/// The transmitter of all VLs' packets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowControlTransmitter {
    /// Cycles between the slots of two VLs.
    pub(crate) turn_cycles: usize,
    /// State of each VL.
    pub(crate) virtual_lanes: Vec<VirtualLane>,
    /// Cycles since the last slot.
    pub(crate) timer: usize,
    /// VL of the next slot.
    pub(crate) next_turn: usize,
    /// VL of the packet built last.
    pub(crate) last: usize,
    /// Packet that is offered.
    pub(crate) held: Option<u64>,
}

impl FlowControlTransmitter {
    /// The module after reset.
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

    /// Next VL after the last one, in rotation, whose packet is due.
    #[inline]
    fn next_due(&self, fccl: &Lanes, active: bool) -> Option<usize> {
        (self.last + 1..self.virtual_lanes.len()).chain(0..=self.last).find(|&vl| {
            let VirtualLane { sent, turn } = self.virtual_lanes[vl];
            turn || sent != Some((lane(fccl, vl), active))
        })
    }

    /// Builds the next packet, if one is due.
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

/// Element of a VL; elements beyond the end are 0.
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

        // After the packet, so that a slot that begins in this cycle is not lost.
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
