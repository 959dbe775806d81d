//! Offers of output ports that insist.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Indicates that an output port that insists offers itself.
    ///
    /// A module of its own keeps synthesis from merging this logic with the selection of an offer
    /// into larger lookup tables.
    pub struct FifoPressing(config: &Fifo) as "tailback_fifo_pressing" {
        /// Output ports that offer themselves.
        input offers[config.outputs()];
        /// Output ports that insist.
        input insisting[config.outputs()];
        /// An output port that insists offers itself.
        output pressing;
    }
}

impl Logic for FifoPressing {
    #[hdl_gen]
    fn update(&mut self) {
        self.pressing.next = (self.offers.val() & self.insisting.val()).any();
    }
}
