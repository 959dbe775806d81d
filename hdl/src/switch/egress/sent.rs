//! Blocks that have gone.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::port::Port;

block! {
    /// Counts for each virtual lane (VL) the blocks of the packets that have gone.
    pub struct SentBlocks(port: &Port) as "tailback_egress_sent" {
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();

        /// A packet goes.
        input goes;
        /// Its VL.
        input vl[VL_BITS];
        /// Its blocks but one.
        input other_blocks[port.block_bits()];
        /// Blocks that have gone, with those of this cycle, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// Minus the blocks that go in this cycle.
        local(port.virtual_lanes()) minus[COUNTER_BITS];
        /// Blocks that have gone.
        reg(port.virtual_lanes()) gone[COUNTER_BITS];
    }
}

impl Logic for SentBlocks {
    #[hdl_gen]
    fn update(&mut self) {
        for lane in 0..self.virtual_lanes.val() {
            self.minus[lane].next = self.other_blocks.val();
            if self.goes.val() && self.vl.val() == lane {
                comment!("The complement is minus one more.");
                self.minus[lane].next = !self.minus[lane].val();
            } else {
                self.minus[lane].next = 0.into();
            }
            self.sent[lane].next = self.gone[lane].val() - self.minus[lane].val();
            self.gone[lane].next = self.sent[lane].val();
        }
    }
}
