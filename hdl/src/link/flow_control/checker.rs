//! Whether a flow-control packet is good.

use super::Lpcrc;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{Link, COUNTER_BITS};

block! {
    /// Says whether a flow-control packet that came is good, and takes it apart.
    ///
    /// The fields follow `packet` whether or not it is good. VL15 has no credits and is never
    /// configured.
    pub struct FlowControlChecker(link: &Link) as "tailback_flow_control_checker" {
        /// Virtual lanes (VLs).
        count virtual_lanes = link.virtual_lanes();

        /// A packet has come.
        input valid;
        /// The packet: Op, FCTBS, VL, FCCL, LPCRC from its most significant bit.
        input packet[PACKET_BITS];

        /// It is good.
        output update;
        /// It is good, and of a link that is not yet active.
        output is_initial;
        /// Its VL.
        output vl[VL_BITS];
        /// Its FCTBS.
        output fctbs[COUNTER_BITS];
        /// Its FCCL.
        output fccl[COUNTER_BITS];
        /// Its LPCRC is wrong.
        output bad_crc;
        /// Its LPCRC is right, but its Op is unknown.
        output bad_op;
        /// All else is right, but its VL is not configured.
        output bad_vl;

        /// Its Op: 0 is normal, 1 initial.
        local op[4];
        /// The LPCRC that came.
        local lpcrc[16];
        /// The LPCRC that should have come.
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
