//! Blocks that have gone.

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
        /// Its blocks.
        input blocks[port.block_bits()];
        /// Blocks that have gone, with those of this cycle, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// Blocks that go in this cycle.
        local(port.virtual_lanes()) going[port.block_bits()];
        /// Blocks that have gone.
        reg(port.virtual_lanes()) gone[COUNTER_BITS];
    }
}

impl Logic for SentBlocks {
    #[hdl_gen]
    fn update(&mut self) {
        for lane in 0..self.virtual_lanes.val() {
            self.going[lane].next = 0.into();
            if self.goes.val() && self.vl.val() == lane {
                self.going[lane].next = self.blocks.val();
            }
            self.sent[lane].next = self.gone[lane].val() + self.going[lane].val();
            self.gone[lane].next = self.sent[lane].val();
        }
    }
}
