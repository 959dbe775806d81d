//! Acceptance of offers by one input port.

use super::FifoPressing;
use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Accepts one of the offers to an input port: the next one in round-robin order, of those of
    /// output ports that insist, if there are any.
    ///
    /// In the two cycles after a grant, offers to it are void: they were prepared before output ports
    /// could see that the input port is busy. So the round-robin pointer may follow a cycle later.
    pub struct FifoInput(config: &Fifo) as "tailback_fifo_input" {
        /// Output ports.
        count ports = config.outputs();

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

        /// Round-robin arbiter over the output ports.
        sub rotation: Rotation = Rotation::new(config.outputs());
        /// Offers of output ports that insist.
        sub urgent: FifoPressing = FifoPressing::new(config);
        /// Output ports whose offers are considered: those that insist, or all.
        local request[config.outputs()];
        /// Output port whose offer would be accepted, one-hot; 0 without one.
        local first[config.outputs()];
        /// An offer was accepted in the previous cycle.
        reg granted;
    }
    connect {
        urgent: offers, insisting;
        rotation: request, first, serves = granted, served = taken;
    }
}

impl Logic for FifoInput {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.request.next = self.request.val().replace_bit(
                port,
                self.offers.val().get_bit(port)
                    && (self.insisting.val().get_bit(port) || !self.urgent.pressing.val()),
            );
        }
        self.grant.next = self.offers.val().any() && !self.closed.val();
        self.accepts.next = self.first.val();
        if self.closed.val() {
            self.accepts.next = 0.into();
        }
        self.taken.next = self.accepts.val();
        self.granted.next = self.grant.val();
        self.closed.next = self.grant.val() || self.granted.val();
    }
}
