//! Round robin over virtual output queues, per output and then per input (Pfister'05 §III).

use super::{Rotation, Transposed};
use crate::prelude::*;
use tailback_spec::switch::allocator::round_robin::RoundRobin;

block! {
    /// Grants at most one output to each input and one input to each output, out of the requests.
    ///
    /// Each output offers itself to the next input, in round-robin order, that requests it; in the
    /// next cycle, each input accepts the next of its offers, in round-robin order. Only a grant
    /// advances a round-robin pointer, so that an offer that was not accepted is made again.
    pub struct RoundRobinAllocator(config: &RoundRobin) as "tailback_round_robin_allocator" {
        /// Input ports, and as many output ports.
        count ports = config.ports();

        /// Per input port, one bit per output port: a packet waits.
        input(config.ports()) request[config.ports()];
        /// Per input port: the granted output port, one-hot.
        output(config.ports()) grant[config.ports()];

        /// Per output port: inputs that request it.
        sub requests: Transposed = Transposed::new(config.ports());
        /// Per output port: the input to which it offers itself, one-hot.
        reg(config.ports()) offer[config.ports()];
        /// Some output offers itself.
        local offered;
        /// Per input port: outputs that offer themselves to it.
        sub offers: Transposed = Transposed::new(config.ports());
        /// Per output port: the input that is granted it.
        sub grants: Transposed = Transposed::new(config.ports());
        /// Per output port: round-robin arbiter over the inputs.
        sub(config.ports()) offering: Rotation = Rotation::new(config.ports());
        /// Per input port: round-robin arbiter over the outputs.
        sub(config.ports()) accepting: Rotation = Rotation::new(config.ports());
    }
    connect {
        requests: rows = request;
        requests, offering: columns = request;
        offers: rows = offer;
        offers, accepting: columns = request;
        offering: served = offer;
        accepting, grants: first = rows;
        accepting: first = grant;
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
            comment!("Requests do not reflect the grants of the same cycle.");
            self.offer[port].next = self.offering[port].first.val();
            if self.offered.val() {
                self.offer[port].next = 0.into();
            }

            comment!("An input always accepts one of its offers.");
            self.accepting[port].serves.next = self.offers.columns[port].val().any();
            self.accepting[port].served.next = self.accepting[port].first.val();
            self.offering[port].serves.next = self.grants.columns[port].val().any();
        }
    }
}
