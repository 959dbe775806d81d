//! The sender's side of link-level credits.

use crate::prelude::*;
use tailback_spec::link::credit_sender::{block_bits, want_bits, VL_BITS};
use tailback_spec::link::{Link, COUNTER_BITS, MOST_OFFERED};

block! {
    /// Says for each virtual lane (VL) whether the receiver has room for the next packet.
    ///
    /// Both counters are absolute, in blocks of 64 bytes modulo 4096: whatever flow-control packet
    /// is lost, the next one repairs. An update lets packets go in the cycle after.
    pub struct CreditSender(link: &Link) as "tailback_credit_sender" {
        /// Virtual lanes.
        count virtual_lanes = link.virtual_lanes();
        /// The most blocks that a receiver offers.
        count most_offered = MOST_OFFERED as usize;

        /// A flow-control packet has come, and is good.
        input update;
        /// Its VL; one that is not configured changes nothing.
        input update_vl[VL_BITS];
        /// Its FCCL: the blocks up to which the receiver has room.
        input update_fccl[COUNTER_BITS];
        /// Blocks of the packet that wants to go, for each VL, or of two.
        input(link.virtual_lanes()) blocks[want_bits(link)];
        /// A packet starts to go.
        input send;
        /// Its VL; one that is not configured, as VL15, counts nothing.
        input send_vl[VL_BITS];
        /// Its blocks.
        input send_blocks[block_bits(link)];

        /// There are credits for `blocks`.
        output(link.virtual_lanes()) may_send;
        /// The receiver has spoken.
        output(link.virtual_lanes()) initialised;
        /// Blocks that were sent, modulo 4096.
        output(link.virtual_lanes()) fctbs[COUNTER_BITS];

        /// Blocks that the receiver offers beyond the packet; more than the most if it has no room.
        local(link.virtual_lanes()) beyond[COUNTER_BITS];
        /// Blocks that were sent, modulo 4096.
        reg(link.virtual_lanes()) sent[COUNTER_BITS];
        /// Blocks up to which the receiver has room.
        reg(link.virtual_lanes()) limit[COUNTER_BITS];
        /// The receiver has spoken.
        reg(link.virtual_lanes()) heard;
    }
}

impl Logic for CreditSender {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.fctbs[vl].next = self.sent[vl].val();
            self.initialised[vl].next = self.heard[vl].val();
            self.beyond[vl].next =
                (self.limit[vl].val() - self.sent[vl].val()) - self.blocks[vl].val();
            self.may_send[vl].next =
                self.heard[vl].val() && self.beyond[vl].val() <= self.most_offered.val();

            if self.send.val() && self.send_vl.val() == vl {
                self.sent[vl].next = self.sent[vl].val() + self.send_blocks.val();
            }
            if self.update.val() && self.update_vl.val() == vl {
                self.limit[vl].next = self.update_fccl.val();
                self.heard[vl].next = true;
            }
        }
    }
}
