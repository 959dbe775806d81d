//! Round robin over virtual output queues, per output and then per input (Pfister'05 §III).

use super::{Rotation, Transposed};
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::allocator::round_robin::RoundRobin;

block! {
    /// Grants at most one output to each input and one input to each output, from what they
    /// request.
    ///
    /// Each output offers itself to the next input, in rotation, that requests it; each input
    /// accepts the next of the offers, in rotation. Only a grant moves a rotation on, so that an
    /// offer that was not accepted is made again.
    pub struct RoundRobinAllocator(config: &RoundRobin) as "tailback_round_robin_allocator" {
        /// Input ports, and as many output ports.
        count ports = config.ports();

        /// Outputs that each input has a packet for.
        input(config.ports()) request[config.ports()];
        /// The output that each input is granted.
        output(config.ports()) grant[config.ports()];

        /// Inputs that request each output.
        sub requests: Transposed = Transposed::new(config.ports());
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
        for port in 0..self.ports.val() {
            self.requests.rows[port].next = self.request[port].val();
            self.offering[port].request.next = self.requests.columns[port].val();
            self.offers.rows[port].next = self.offering[port].first.val();
            self.accepting[port].request.next = self.offers.columns[port].val();
            self.grants.rows[port].next = self.accepting[port].first.val();
            self.grant[port].next = self.accepting[port].first.val();

            comment!("An input always accepts one of its offers.");
            self.accepting[port].taken.next = self.offers.columns[port].val().any();
            self.offering[port].taken.next = self.grants.columns[port].val().any();
        }
    }
}
