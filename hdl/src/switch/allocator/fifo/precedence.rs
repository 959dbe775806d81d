//! Order of the offers to one input port.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Chooses one of several offers: the first one in round-robin order, of those of output ports
    /// that insist, if there are any.
    ///
    /// Output ports have the order of their numbers, but those up to the one that was served last
    /// come after all others. For each pair of output ports, a register shows whether this swaps
    /// them. So each offer is compared with all others at once.
    pub struct FifoPrecedence(config: &Fifo) as "tailback_fifo_precedence" {
        /// Output ports.
        count ports = config.outputs();
        /// All output ports.
        param every[config.outputs()] = u128::MAX >> (u128::BITS as usize - config.outputs());

        /// Output ports that offer themselves.
        input offers[config.outputs()];
        /// Output ports that insist.
        input insisting[config.outputs()];
        /// No offer is accepted.
        input closed;
        /// An offer was accepted in the previous cycle: the round-robin order changes.
        input serves;
        /// Output port whose offer was accepted, one-hot; valid with `serves`.
        input served[config.outputs()];
        /// Output port whose offer is accepted, one-hot; 0 without one.
        output first[config.outputs()];

        /// Output ports with a higher number than the one that was served.
        local above[config.outputs()];
        /// Output ports with a lower number than the current one.
        local below[config.outputs()];
        /// Output ports before the current one in round-robin order.
        local earlier[config.outputs()];
        /// Output ports whose offers have precedence over that of the current one.
        local rivals[config.outputs()];
        /// Per output port: others whose round-robin order differs from that of the numbers.
        reg(config.outputs()) swapped[config.outputs()];
    }
}

impl Logic for FifoPrecedence {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.below.next = self.every.val() >> (self.ports.val() - port);
            self.earlier.next = self.swapped[port].val() ^ self.below.val();
            self.rivals.next = self.insisting.val() | self.earlier.val();
            if self.insisting.val().get_bit(port) {
                self.rivals.next = self.insisting.val() & self.earlier.val();
            }
            self.first.next = self.first.val().replace_bit(
                port,
                self.offers.val().get_bit(port)
                    && !(self.offers.val() & self.rivals.val()).any()
                    && !self.closed.val(),
            );
        }

        self.above.next = -(self.served.val() << 1);
        for port in 0..self.ports.val() {
            if self.serves.val() {
                self.swapped[port].next = self.above.val();
                if self.above.val().get_bit(port) {
                    self.swapped[port].next = !self.above.val();
                }
            }
        }
    }
}
