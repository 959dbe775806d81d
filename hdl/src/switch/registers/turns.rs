//! Whose turn it is among the counters.

use crate::prelude::*;
use tailback_spec::switch::counters::{count, index_bits};
use tailback_spec::switch::port::Port;

block! {
    /// Lets the counters of each port have their turn, one after the other, again and again.
    pub struct CounterTurns(port: &Port) as "tailback_counter_turns" {
        /// The last counter.
        count last = count(port) - 1;

        /// The counter whose turn it is.
        output index[index_bits(port)];
        /// It is the first turn after reset.
        output clear;

        /// The counter whose turn it is.
        reg turn[index_bits(port)];
        /// Each had a turn after reset.
        reg went_round;
    }
}

impl Logic for CounterTurns {
    #[hdl_gen]
    fn update(&mut self) {
        self.index.next = self.turn.val();
        self.clear.next = !self.went_round.val();
        if self.turn.val() == self.last.val() {
            self.turn.next = 0.into();
            self.went_round.next = true;
        } else {
            self.turn.next = self.turn.val() + 1;
        }
    }
}
