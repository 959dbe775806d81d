//! Round robin over virtual output queues, per output and then per input (Pfister'05 §III).

use super::{Rotation, Transposed};
use crate::prelude::*;
use tailback_spec::switch::allocator::round_robin::RoundRobin;

block! {
    /// Grants at most one output to each input and one input to each output, out of the requests.
    ///
    /// Requests are held for a cycle. In the next one, each output offers itself to the next input,
    /// in round-robin order, that requested it; in the third, each input accepts the next of its
    /// offers, in round-robin order. Only a grant advances a round-robin pointer, so that an offer
    /// that was not accepted is made again. An output makes no offer while one stands, and none in
    /// the cycle after a grant. In the two cycles after a grant of an input, offers to it are void.
    pub struct RoundRobinAllocator(config: &RoundRobin) as "tailback_round_robin_allocator" {
        /// Input ports, and as many output ports.
        count ports = config.ports();

        /// Per input port, one bit per output port: a packet waits.
        input(config.ports()) request[config.ports()];
        /// Per input port: the granted output port, one-hot.
        output(config.ports()) grant[config.ports()];

        /// Per output port: inputs that request it.
        sub requests: Transposed = Transposed::new(config.ports());
        /// Per output port: inputs that requested it in the previous cycle.
        reg(config.ports()) asked[config.ports()];
        /// Per output port: the input to which its offer stands, one-hot; 0 without one.
        reg(config.ports()) offer[config.ports()];
        /// One bit per output port: it was granted in the previous cycle.
        reg(config.ports()) rests;
        /// One bit per input port: it was granted in the previous cycle.
        reg(config.ports()) granted;
        /// One bit per input port: offers are void, it was granted in one of the two previous cycles.
        reg(config.ports()) closed;
        /// Input ports to which offers are void.
        local all_closed[config.ports()];
        /// One bit per output port: an offer stands, and is not void.
        local(config.ports()) stands;
        /// One bit per output port: an offer is made.
        local(config.ports()) offers_itself;
        /// One bit per input port: an offer is accepted.
        local(config.ports()) accepts;
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
        offering: request = asked, served = offer;
        offers: rows = offer;
        offers, accepting: columns = request;
        accepting: served = grant, serves = accepts;
        grants: rows = grant;
    }
}

impl Logic for RoundRobinAllocator {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.asked[port].next = self.requests.columns[port].val();
        }
        for port in 0..self.ports.val() {
            self.all_closed.next = self.all_closed.val().replace_bit(port, self.closed[port].val());
        }
        for port in 0..self.ports.val() {
            self.stands[port].next = (self.offer[port].val() & !self.all_closed.val()).any();
            self.offers_itself[port].next =
                self.asked[port].val().any() && !self.stands[port].val() && !self.rests[port].val();
            self.offer[port].next = 0.into();
            if self.offers_itself[port].val() {
                self.offer[port].next = self.offering[port].first.val();
            }
        }
        for port in 0..self.ports.val() {
            self.accepts[port].next =
                self.offers.columns[port].val().any() && !self.closed[port].val();
            self.grant[port].next = self.accepting[port].first.val();
            if self.closed[port].val() {
                self.grant[port].next = 0.into();
            }
            self.granted[port].next = self.accepts[port].val();
            self.closed[port].next = self.accepts[port].val() || self.granted[port].val();
        }
        for port in 0..self.ports.val() {
            self.offering[port].serves.next = self.grants.columns[port].val().any();
            self.rests[port].next = self.grants.columns[port].val().any();
        }
    }
}
