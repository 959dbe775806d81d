//! The receiver's side of link-level credits.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::{Link, COUNTER_BITS, MOST_OFFERED};

block! {
    /// Counts for each virtual lane (VL) the blocks that came, and says up to which one there is
    /// room.
    ///
    /// A block counts in the cycle in which it takes its place in the buffer, so that `fccl` stays.
    /// A flow-control packet sets the count right after a block was lost on the way; it wins over a
    /// block that comes in the same cycle.
    pub struct CreditReceiver(link: &Link) as "tailback_credit_receiver" {
        /// Virtual lanes.
        count virtual_lanes = link.virtual_lanes();
        /// The most blocks that a receiver offers.
        count most_offered = MOST_OFFERED as usize;

        /// A flow-control packet has come, and is good.
        input update;
        /// Its VL; one that is not configured changes nothing.
        input update_vl[VL_BITS];
        /// Its FCTBS: the blocks that the sender has sent.
        input update_fctbs[COUNTER_BITS];
        /// A block of a packet has come.
        input received;
        /// Its VL; one that is not configured, as VL15, counts nothing.
        input received_vl[VL_BITS];
        /// Free blocks of the VL's buffer.
        input(link.virtual_lanes()) free[free_bits(link)];

        /// The limit to be told to the sender.
        output(link.virtual_lanes()) fccl[COUNTER_BITS];
        /// Blocks that came, modulo 4096.
        output(link.virtual_lanes()) abr[COUNTER_BITS];

        /// Blocks that are offered.
        local(link.virtual_lanes()) offered[COUNTER_BITS];
        /// Blocks that came, modulo 4096.
        reg(link.virtual_lanes()) came[COUNTER_BITS];
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
            self.fccl[vl].next = self.came[vl].val() + self.offered[vl].val();
            self.abr[vl].next = self.came[vl].val();

            comment!("An absolute count repairs what was lost.");
            if self.update.val() && self.update_vl.val() == vl {
                self.came[vl].next = self.update_fctbs.val();
            } else if self.received.val() && self.received_vl.val() == vl {
                self.came[vl].next = self.came[vl].val() + 1;
            }
        }
    }
}
