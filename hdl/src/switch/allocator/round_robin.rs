//! Round robin over virtual output queues, per output and then per input (Pfister'05 §III).

use super::{Rotation, Transposed};
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::allocator::round_robin::RoundRobin;

block! {
    /// Grants at most one output to each input and one input to each output, from what they
    /// request.
    ///
    /// Each output offers itself to the next input, in rotation, that requests it; in the cycle
    /// after, each input accepts the next of the offers, in rotation. Only a grant moves a rotation
    /// on, so that an offer that was not accepted is made again.
    pub struct RoundRobinAllocator(config: &RoundRobin) as "tailback_round_robin_allocator" {
        /// Input ports, and as many output ports.
        count ports = config.ports();

        /// Outputs that each input has a packet for.
        input(config.ports()) request[config.ports()];
        /// The output that each input is granted.
        output(config.ports()) grant[config.ports()];

        /// Inputs that request each output.
        sub requests: Transposed = Transposed::new(config.ports());
        /// The input to which each output offers itself, one bit for each.
        reg(config.ports()) offer[config.ports()];
        /// There is an offer.
        local offered;
        /// Outputs that offer themselves to each input.
        sub offers: Transposed = Transposed::new(config.ports());
        /// The input that is granted each output.
        sub grants: Transposed = Transposed::new(config.ports());
        /// For each output, the rotation over the inputs.
        sub(config.ports()) offering: Rotation = Rotation::new(config.ports());
        /// For each input, the rotation over the outputs.
        sub(config.ports()) accepting: Rotation = Rotation::new(config.ports());
    }
}

impl Logic for RoundRobinAllocator {
    #[hdl_gen]
    fn update(&mut self) {
        self.offered.next = false;
        for port in 0..self.ports.val() {
            self.offered.next = self.offered.val() || self.offer[port].val().any();
        }
        for port in 0..self.ports.val() {
            self.requests.rows[port].next = self.request[port].val();
            self.offering[port].request.next = self.requests.columns[port].val();
            comment!("Requests do not know of the grants of the same cycle.");
            self.offer[port].next = self.offering[port].first.val();
            if self.offered.val() {
                self.offer[port].next = 0.into();
            }

            self.offers.rows[port].next = self.offer[port].val();
            self.accepting[port].request.next = self.offers.columns[port].val();
            self.grants.rows[port].next = self.accepting[port].first.val();
            self.grant[port].next = self.accepting[port].first.val();

            comment!("An input always accepts one of its offers.");
            self.accepting[port].serves.next = self.offers.columns[port].val().any();
            self.accepting[port].served.next = self.accepting[port].first.val();
            self.offering[port].serves.next = self.grants.columns[port].val().any();
            self.offering[port].served.next = self.offer[port].val();
        }
    }
}
