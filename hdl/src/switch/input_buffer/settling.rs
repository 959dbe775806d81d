//! The cycle in which the blocks of an ended packet become free.

use crate::prelude::*;

block! {
    /// Delays the end of a packet to the cycle from which on its blocks count as free.
    pub struct Settling() as "tailback_buffer_settling" {
        /// A packet ended in the previous cycle.
        input ended;
        /// A packet ended in the cycle before the previous one.
        output_reg ended_before;
    }
}

impl Logic for Settling {
    #[hdl_gen]
    fn update(&mut self) {
        self.ended_before.next = self.ended.val();
    }
}
