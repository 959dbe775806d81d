//! The receiver's side of link-level credits.

use crate::prelude::*;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::{Link, COUNTER_BITS, MOST_OFFERED};

block! {
    /// Counts the received blocks of each virtual lane (VL), and computes its credit limit (FCCL).
    ///
    /// A block counts in the cycle in which it takes up buffer space, so that `fccl` does not
    /// change. A flow-control packet corrects the count after a block was lost on the link, and has
    /// priority over a block received in the same cycle.
    pub struct CreditReceiver(link: &Link) as "tailback_credit_receiver" {
        /// Data VLs.
        count virtual_lanes = link.virtual_lanes();
        /// Most blocks that a receiver may offer.
        count most_offered = MOST_OFFERED as usize;

        /// High in the cycle in which a good flow-control packet is received.
        input update;
        /// VL of the flow-control packet; a VL that is not configured changes nothing.
        input update_vl[VL_BITS];
        /// FCTBS of the flow-control packet: blocks sent by the sender, modulo 4096.
        input update_fctbs[COUNTER_BITS];
        /// High in the cycle in which a block of a packet is received.
        input received;
        /// VL of the received block; a VL that is not configured, such as VL15, counts nothing.
        input received_vl[VL_BITS];
        /// Free blocks in the buffer of each VL.
        input(link.virtual_lanes()) free[free_bits(link)];

        /// FCCL for each VL: the limit up to which the sender may send, in blocks modulo 4096.
        output(link.virtual_lanes()) fccl[COUNTER_BITS];
        /// Blocks received on each VL (ABR), modulo 4096.
        output_reg(link.virtual_lanes()) abr[COUNTER_BITS];

        /// Blocks offered beyond those received: `free`, limited to the most that may be offered.
        local(link.virtual_lanes()) offered[COUNTER_BITS];
    }
}

impl Logic for CreditReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            if self.free[vl].val() > self.most_offered.val() {
                self.offered[vl].next = self.most_offered.val().into();
            } else {
                self.offered[vl].next = self.free[vl].val() >> 0;
            }
            self.fccl[vl].next = self.abr[vl].val() + self.offered[vl].val();

            comment!("The absolute count of the sender makes up for lost blocks.");
            if self.update.val() && self.update_vl.val() == vl {
                self.abr[vl].next = self.update_fctbs.val();
            } else if self.received.val() && self.received_vl.val() == vl {
                self.abr[vl].next = self.abr[vl].val() + 1;
            }
        }
    }
}
