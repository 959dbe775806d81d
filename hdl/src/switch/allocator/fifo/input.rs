//! Acceptance of offers by one input port.

use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Accepts one of the offers to an input port: the next one in round-robin order.
    ///
    /// In the two cycles after a grant, offers to it are void: they were prepared before output ports
    /// could see that the input port is busy.
    pub struct FifoInput(config: &Fifo) as "tailback_fifo_input" {
        /// Output ports that offer themselves.
        input offers[config.outputs()];
        /// An offer is accepted.
        output grant;
        /// Output port whose offer is accepted, one-hot; 0 without one.
        output accepts[config.outputs()];
        /// Offers to the input port are void: one was accepted in one of the two previous cycles.
        output_reg closed;

        /// Round-robin arbiter over the output ports.
        sub rotation: Rotation = Rotation::new(config.outputs());
        /// Output port whose offer would be accepted, one-hot; 0 without one.
        local first[config.outputs()];
        /// An offer was accepted in the previous cycle.
        reg granted;
    }
    connect {
        rotation: request = offers, first, serves = grant, served = accepts;
    }
}

impl Logic for FifoInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.grant.next = self.offers.val().any() && !self.closed.val();
        self.accepts.next = self.first.val();
        if self.closed.val() {
            self.accepts.next = 0.into();
        }
        self.granted.next = self.grant.val();
        self.closed.next = self.grant.val() || self.granted.val();
    }
}
