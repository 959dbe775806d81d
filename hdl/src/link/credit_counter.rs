//! The plain credit counter.

use crate::prelude::*;
use tailback_spec::link::credit_counter::CreditCounter as Config;

block! {
    /// Counts the credits of a link.
    ///
    /// The sender takes one credit for each unit that it sends; the receiver returns it when the
    /// unit's buffer entry is free again. A returned credit can be taken in the next cycle.
    ///
    /// `take` without a credit and `give` with all credits returned change nothing, so that a
    /// faulty neighbour cannot make the counter wrap around.
    pub struct CreditCounter(config: &Config) as "tailback_credit_counter" {
        /// Total credits of the link.
        count total = config.total() as usize;

        /// High in each cycle in which the sender takes a credit.
        input take;
        /// High in each cycle in which the receiver returns a credit.
        input give;

        /// High if the sender holds at least one credit.
        output available;
        /// High if the sender holds all credits.
        output full;
        /// Credits that the sender holds.
        output_reg credits[config.counter_bits()] = config.total().into();

        /// The count decreases: a credit is taken, and none is returned.
        local down;
        /// The count increases: a credit is returned, and none is taken.
        local up;
        /// Increment of the count: 1 or -1.
        local step[config.counter_bits()];
    }
}

impl Logic for CreditCounter {
    #[hdl_gen]
    fn update(&mut self) {
        self.available.next = self.credits.val() != 0;
        self.full.next = self.credits.val() == self.total.val();

        self.down.next = self.take.val() && !self.give.val() && self.available.val();
        self.up.next = self.give.val() && !self.take.val() && !self.full.val();
        comment!("One adder counts up and down.");
        if self.take.val() {
            self.step.next = (-1).into();
        } else {
            self.step.next = 1.into();
        }
        if self.down.val() || self.up.val() {
            self.credits.next = self.credits.val() + self.step.val();
        }
    }
}
