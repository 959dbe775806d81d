//! The plain credit counter.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_counter::CreditCounter as Config;

block! {
    /// Counts the credits of a link.
    ///
    /// The sender takes a credit for each unit that it sends; the receiver gives it back when the
    /// unit's place is free again. A credit that comes back can be taken in the cycle after.
    ///
    /// A take without a credit and a give without a debt change nothing, so that no fault of a
    /// neighbour makes the counter wrap around.
    pub struct CreditCounter(config: &Config) as "tailback_credit_counter" {
        /// All credits of the link.
        count total = config.total() as usize;

        /// The sender takes a credit.
        input take;
        /// The receiver gives one back.
        input give;

        /// There is a credit to take.
        output available;
        /// The receiver owes none.
        output full;
        /// Credits that the sender holds.
        output credits[config.counter_bits()];

        /// A credit goes, and none comes.
        local down;
        /// A credit comes, and none goes.
        local up;
        /// What is added to the credits.
        local step[config.counter_bits()];
        /// Credits that the sender holds.
        reg held[config.counter_bits()] = config.total().into();
    }
}

impl Logic for CreditCounter {
    #[hdl_gen]
    fn update(&mut self) {
        self.credits.next = self.held.val();
        self.available.next = self.held.val() != 0;
        self.full.next = self.held.val() == self.total.val();

        self.down.next = self.take.val() && !self.give.val() && self.available.val();
        self.up.next = self.give.val() && !self.take.val() && !self.full.val();
        comment!("One adder counts up and down.");
        if self.take.val() {
            self.step.next = (-1).into();
        } else {
            self.step.next = 1.into();
        }
        if self.down.val() || self.up.val() {
            self.held.next = self.held.val() + self.step.val();
        }
    }
}
