//! The check of a received flow-control packet.

use super::packet::{lpcrc, Packet, OP_INITIAL};
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{link::Link, port_values};

port_values! {
    /// A received packet.
    pub struct FlowControlCheckerInputs {
        /// Packet valid.
        pub valid: bool,
        /// The six bytes of the packet, the first in bits 47 to 40.
        pub packet: u64,
    }
}

port_values! {
    /// Result of the check.
    pub struct FlowControlCheckerOutputs {
        /// The packet is good.
        pub update: bool,
        /// The packet is good, and from a link that is not yet active.
        pub is_initial: bool,
        /// Virtual lane of the packet.
        pub vl: u64,
        /// FCTBS of the packet: blocks modulo 4096.
        pub fctbs: u64,
        /// FCCL of the packet: blocks modulo 4096.
        pub fccl: u64,
        /// The LPCRC of the packet is wrong.
        pub bad_crc: bool,
        /// The Op of the packet is reserved.
        pub bad_op: bool,
        /// The VL of the packet is not configured.
        pub bad_vl: bool,
    }
}

/// The checker; it has no state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowControlChecker {
    /// Number of VLs with credits, numbered from 0.
    pub(crate) virtual_lanes: u32,
}

impl FlowControlChecker {
    /// The module.
    pub fn new(link: &Link) -> Self {
        FlowControlChecker { virtual_lanes: link.virtual_lanes() as u32 }
    }
}

impl Golden for FlowControlChecker {
    type Inputs = FlowControlCheckerInputs;
    type Outputs = FlowControlCheckerOutputs;

    #[inline]
    fn step(&mut self, inputs: &FlowControlCheckerInputs, outputs: &mut FlowControlCheckerOutputs) {
        let FlowControlCheckerInputs { valid, packet } = *inputs;
        let protected = (packet >> 16) as u32;
        let Packet { op, fctbs, vl, fccl } = Packet::decode(packet);

        let bad_crc = valid && lpcrc(protected) != packet as u16;
        let bad_op = valid && !bad_crc && op > OP_INITIAL;
        let bad_vl = valid && !bad_crc && !bad_op && vl >= self.virtual_lanes;
        let update = valid && !bad_crc && !bad_op && !bad_vl;

        *outputs = FlowControlCheckerOutputs {
            update,
            is_initial: update && op == OP_INITIAL,
            vl: vl.into(),
            fctbs: fctbs.into(),
            fccl: fccl.into(),
            bad_crc,
            bad_op,
            bad_vl,
        };
    }

    fn reset(&mut self) {}
}
