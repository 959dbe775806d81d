//! Blocks transmitted.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::port::Port;

block! {
    /// Counts for each virtual lane (VL) the blocks of the packets that have been transmitted.
    pub struct SentBlocks(port: &Port) as "tailback_egress_sent" {
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();

        /// The transmission of a packet begins.
        input goes;
        /// VL of the packet whose transmission begins.
        input vl[VL_BITS];
        /// Blocks of the packet whose transmission begins, minus 1.
        input other_blocks[port.block_bits()];
        /// Per data VL: blocks transmitted, with those of this cycle, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// Per data VL: minus the blocks transmitted in this cycle.
        local(port.virtual_lanes()) minus[COUNTER_BITS];
        /// Per data VL: blocks transmitted, modulo 4096.
        reg(port.virtual_lanes()) gone[COUNTER_BITS];
    }
}

impl Logic for SentBlocks {
    #[hdl_gen]
    fn update(&mut self) {
        for lane in 0..self.virtual_lanes.val() {
            self.minus[lane].next = self.other_blocks.val();
            if self.goes.val() && self.vl.val() == lane {
                comment!("The complement of n is -(n + 1).");
                self.minus[lane].next = !self.minus[lane].val();
            } else {
                self.minus[lane].next = 0.into();
            }
            self.sent[lane].next = self.gone[lane].val() - self.minus[lane].val();
            self.gone[lane].next = self.sent[lane].val();
        }
    }
}
