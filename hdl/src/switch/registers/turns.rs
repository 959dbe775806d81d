//! The sequencer of the counters' time slots.

use crate::prelude::*;
use tailback_spec::switch::counters::{count, index_bits};
use tailback_spec::switch::port::Port;

block! {
    /// Gives each counter of a port one time slot of one cycle, in order and again and again.
    pub struct CounterTurns(port: &Port) as "tailback_counter_turns" {
        /// Index of the last counter.
        count last = count(port) - 1;

        /// Index of the counter whose slot this cycle is.
        output_reg index[index_bits(port)];
        /// High in the first round after reset.
        output clear;

        /// Each counter has had a time slot since reset.
        reg went_round;
    }
}

impl Logic for CounterTurns {
    #[hdl_gen]
    fn update(&mut self) {
        self.clear.next = !self.went_round.val();
        if self.index.val() == self.last.val() {
            self.index.next = 0.into();
            self.went_round.next = true;
        } else {
            self.index.next = self.index.val() + 1;
        }
    }
}
