//! The check of received flow-control packets.

use super::Lpcrc;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{Link, COUNTER_BITS};

block! {
    /// Checks a received flow-control packet, and splits it into its fields.
    ///
    /// The fields follow `packet` even if it is bad. VL15 has no credits and is never configured.
    pub struct FlowControlChecker(link: &Link) as "tailback_flow_control_checker" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = link.virtual_lanes();

        /// High in the cycle in which a flow-control packet is received.
        input valid;
        /// Received packet: Op, FCTBS, VL, FCCL, LPCRC from its most significant bit.
        input packet[PACKET_BITS];

        /// High if the packet is good.
        output update;
        /// High if the packet is good and its Op is 1: the link is not yet active.
        output is_initial;
        /// VL field of the packet.
        output vl[VL_BITS];
        /// FCTBS field of the packet.
        output fctbs[COUNTER_BITS];
        /// FCCL field of the packet.
        output fccl[COUNTER_BITS];
        /// High if the LPCRC is wrong.
        output bad_crc;
        /// High if the LPCRC is right, but the Op is unknown.
        output bad_op;
        /// High if LPCRC and Op are right, but the VL is not configured.
        output bad_vl;

        /// Op field of the packet: 0 is normal, 1 initial.
        local op[4];
        /// LPCRC field of the packet.
        local lpcrc[16];
        /// LPCRC computed from the other fields.
        sub expected: Lpcrc = Lpcrc::new();
    }
}

impl Logic for FlowControlChecker {
    #[hdl_gen]
    fn update(&mut self) {
        self.op.next = self.packet.val() >> 44;
        self.fctbs.next = self.packet.val() >> 32;
        self.vl.next = self.packet.val() >> 28;
        self.fccl.next = self.packet.val() >> 16;
        self.lpcrc.next = self.packet.val() >> 0;
        self.expected.data.next = self.packet.val() >> 16;

        self.bad_crc.next = self.valid.val() && self.lpcrc.val() != self.expected.lpcrc.val();
        self.bad_op.next = self.valid.val() && !self.bad_crc.val() && self.op.val() > 1;
        self.bad_vl.next = self.valid.val()
            && !self.bad_crc.val()
            && !self.bad_op.val()
            && self.vl.val() >= self.virtual_lanes.val();
        self.update.next =
            self.valid.val() && !self.bad_crc.val() && !self.bad_op.val() && !self.bad_vl.val();
        self.is_initial.next = self.update.val() && self.op.val() == 1;
    }
}
