//! Acceptance of offers by one input port.

use super::FifoPrecedence;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Accepts one of the offers to an input port: the next one in round-robin order, of those of
    /// output ports that insist, if there are any.
    ///
    /// In the two cycles after a grant, offers to it are void: they were prepared before output ports
    /// could see that the input port is busy. So the round-robin pointer may follow a cycle later.
    pub struct FifoInput(config: &Fifo) as "tailback_fifo_input" {
        /// Output ports that offer themselves.
        input offers[config.outputs()];
        /// Output ports that insist.
        input insisting[config.outputs()];
        /// An offer is accepted.
        output grant;
        /// Output port whose offer is accepted, one-hot; 0 without one.
        output accepts[config.outputs()];
        /// Offers to the input port are void: one was accepted in one of the two previous cycles.
        output_reg closed;
        /// Output port whose offer was accepted in the previous cycle, one-hot; 0 without one.
        output_reg taken[config.outputs()];

        /// Choice of one offer.
        sub precedence: FifoPrecedence = FifoPrecedence::new(config);
        /// An offer was accepted in the previous cycle.
        reg granted;
    }
    connect {
        precedence: offers, insisting, first = accepts, serves = granted, served = taken;
    }
}

impl Logic for FifoInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.precedence.closed.next = self.closed.val();
        self.grant.next = self.offers.val().any() && !self.closed.val();
        self.taken.next = self.accepts.val();
        self.granted.next = self.grant.val();
        self.closed.next = self.grant.val() || self.granted.val();
    }
}
