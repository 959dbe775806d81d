//! Acceptance of offers by one input port.

use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Accepts one of the offers to an input port: the next one in round-robin order.
    pub struct FifoInput(config: &Fifo) as "tailback_fifo_input" {
        /// Output ports that offer themselves.
        input offers[config.outputs()];
        /// The input port can send a packet.
        input free;
        /// The input port can accept an offer made in this cycle.
        output able;
        /// An offer is accepted.
        output grant;
        /// Output port whose offer is accepted, one-hot; 0 without one.
        output accepts[config.outputs()];

        /// Round-robin arbiter over the output ports.
        sub rotation: Rotation = Rotation::new(config.outputs());
    }
    connect {
        rotation: request = offers, first = accepts, served = accepts, serves = grant;
    }
}

impl Logic for FifoInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.grant.next = self.offers.val().any();
        self.able.next = self.free.val() && !self.offers.val().any();
    }
}
