//! The sender's side of link-level credits.

use crate::prelude::*;
use tailback_spec::link::credit_sender::{block_bits, want_bits, VL_BITS};
use tailback_spec::link::{Link, COUNTER_BITS, MOST_OFFERED};

block! {
    /// Checks for each virtual lane (VL) whether the receiver has credits for the next packet.
    ///
    /// Both counters are absolute, in blocks of 64 bytes modulo 4096, so that each flow-control
    /// packet makes up for all lost before it. The outputs are registers: an update is in the
    /// counters in the next cycle, and in `may_send` in the one after.
    pub struct CreditSender(link: &Link) as "tailback_credit_sender" {
        /// Data VLs.
        count virtual_lanes = link.virtual_lanes();
        /// Most blocks that a receiver may offer.
        count most_offered = MOST_OFFERED as usize;
        /// Most blocks that a receiver may offer behind a packet of one block, with that block.
        count most_left = MOST_OFFERED as usize + 1;

        /// High in the cycle in which a good flow-control packet is received.
        input update;
        /// VL of the flow-control packet; a VL that is not configured changes nothing.
        input update_vl[VL_BITS];
        /// FCCL of the flow-control packet: the limit up to which blocks may be sent, modulo 4096.
        input update_fccl[COUNTER_BITS];
        /// Blocks to check credits for, per VL: those of the next packet, or of two packets.
        input(link.virtual_lanes()) blocks[want_bits(link)];
        /// High in the cycle in which the transmission of a packet begins.
        input send;
        /// VL of the transmitted packet; a VL that is not configured, such as VL15, counts nothing.
        input send_vl[VL_BITS];
        /// Blocks of the transmitted packet.
        input send_blocks[block_bits(link)];

        /// High if the VL had credits for `blocks` in the previous cycle.
        output_reg(link.virtual_lanes()) may_send;
        /// High if the VL had credits for one block in the previous cycle.
        output_reg(link.virtual_lanes()) may_send_one;
        /// High from the first update of the VL after reset on.
        output_reg(link.virtual_lanes()) initialised;
        /// Blocks sent on each VL (FCTBS), modulo 4096.
        output_reg(link.virtual_lanes()) fctbs[COUNTER_BITS];

        /// Credits left, modulo 4096; above `most_left` if none is.
        local(link.virtual_lanes()) left[COUNTER_BITS];
        /// Credits left after `blocks`, modulo 4096; above `most_offered` if they do not suffice.
        local(link.virtual_lanes()) beyond[COUNTER_BITS];
        /// FCCL received last: the limit up to which blocks may be sent, modulo 4096.
        reg(link.virtual_lanes()) limit[COUNTER_BITS];
    }
}

impl Logic for CreditSender {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.left[vl].next = self.limit[vl].val() - self.fctbs[vl].val();
            self.beyond[vl].next = self.left[vl].val() - self.blocks[vl].val();
            self.may_send[vl].next =
                self.initialised[vl].val() && self.beyond[vl].val() <= self.most_offered.val();
            self.may_send_one[vl].next = self.initialised[vl].val()
                && self.left[vl].val().any()
                && self.left[vl].val() <= self.most_left.val();

            if self.send.val() && self.send_vl.val() == vl {
                self.fctbs[vl].next = self.fctbs[vl].val() + self.send_blocks.val();
            }
            if self.update.val() && self.update_vl.val() == vl {
                self.limit[vl].next = self.update_fccl.val();
                self.initialised[vl].next = true;
            }
        }
    }
}
