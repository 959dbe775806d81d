//! Round-robin arbiter.

use crate::prelude::*;

block! {
    /// Chooses the first request after the port that was served last, in round-robin order.
    ///
    /// The round-robin pointer is subtracted from two concatenated copies of the requests: the
    /// borrow runs from the port that the pointer selects, wrapping at the end if it must, to the
    /// first request.
    pub struct Rotation(ports: usize) as "tailback_rotation" {
        /// Ports.
        count ports = ports;

        /// One bit per port: a request.
        input request[ports];
        /// A port is served: the round-robin pointer moves to the port after it.
        input serves;
        /// Port that is served, one-hot.
        input served[ports];
        /// Port that is chosen, one-hot; 0 without a request.
        output first[ports];

        /// Two concatenated copies of the requests.
        local twice[2 * ports];
        /// Difference of `twice` and the round-robin pointer.
        local left[2 * ports];
        /// Port after the one that is served, one-hot.
        local following[ports];
        /// Round-robin pointer, one-hot.
        reg turn[ports] = 1;
    }
}

impl Logic for Rotation {
    #[hdl_gen]
    fn update(&mut self) {
        self.twice.next = self.request.val();
        self.twice.next = (self.twice.val() << self.ports.val()) | self.request.val();
        comment!("The borrow ends at the first request, which it clears in one of the copies.");
        self.left.next = self.twice.val() - self.turn.val();
        for port in 0..self.ports.val() {
            self.first.next = self.first.val().replace_bit(
                port,
                self.request.val().get_bit(port)
                    && !(self.left.val().get_bit(port)
                        && self.left.val().get_bit(self.ports.val() + port)),
            );
        }
        self.following.next =
            (self.served.val() << 1) | (self.served.val() >> (self.ports.val() - 1));
        if self.serves.val() {
            self.turn.next = self.following.val();
        }
    }
}
