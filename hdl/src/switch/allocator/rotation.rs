//! The first in rotation.

use crate::comment;
use crate::prelude::*;

block! {
    /// Chooses the first request after the one that was served last, in rotation.
    ///
    /// The turn is subtracted from two copies of the requests, one behind the other: the borrow
    /// runs from the port that has the turn, round the end if it must, to the first request.
    pub struct Rotation(ports: usize) as "tailback_rotation" {
        /// Ports.
        count ports = ports;

        /// The port wants to be chosen.
        input request[ports];
        /// A port is served: the turn goes to the one after it.
        input serves;
        /// The port that is served, one bit for each.
        input served[ports];
        /// The port that is chosen, one bit for each.
        output first[ports];

        /// Two copies of the requests.
        local twice[2 * ports];
        /// What is left of them.
        local left[2 * ports];
        /// The port after the one that is served, one bit for each.
        local following[ports];
        /// The port whose turn it is, one bit for each.
        reg turn[ports] = 1;
    }
}

impl Logic for Rotation {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.twice.next = self.twice.val().replace_bit(port, self.request.val().get_bit(port));
            self.twice.next = self
                .twice
                .val()
                .replace_bit(self.ports.val() + port, self.request.val().get_bit(port));
        }
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
            self.following.val().replace_bit(0, self.served.val().get_bit(self.ports.val() - 1));
        for port in 1..self.ports.val() {
            self.following.next =
                self.following.val().replace_bit(port, self.served.val().get_bit(port - 1));
        }
        if self.serves.val() {
            self.turn.next = self.following.val();
        }
    }
}
