//! The time by which limits are measured.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, TIME_BITS, UNLIMITED};

block! {
    /// Ticks eight times in each limit, for the limits of all codes.
    pub struct LimitTime(config: &HeadOfQueue) as "tailback_limit_time" {
        /// Codes of limits but that of the shortest.
        count longer = UNLIMITED as usize - 1;
        /// The last cycle of a unit: an eighth of the shortest limit.
        count last_phase = config.unit_cycles() - 1;

        /// A tick, for the limit of each code.
        output ticks[UNLIMITED as usize];

        /// The cycle is the last one of a unit.
        local ends;
        /// For each code, the bits of the time that are below it are ones.
        local whole[UNLIMITED as usize];
        /// Cycles of the unit that have passed.
        reg phase[config.phase_bits()];
        /// Units that have passed.
        reg units[TIME_BITS];
    }
}

impl Logic for LimitTime {
    #[hdl_gen]
    fn update(&mut self) {
        self.ends.next = self.phase.val() == self.last_phase.val();
        self.phase.next = self.phase.val() + 1;
        if self.ends.val() {
            self.phase.next = 0.into();
            self.units.next = self.units.val() + 1;
        }
        comment!("Each limit is twice the one before it.");
        self.whole.next = self.whole.val().replace_bit(0, true);
        for code in 0..self.longer.val() {
            self.whole.next = self.whole.val().replace_bit(
                code + 1,
                self.whole.val().get_bit(code) && self.units.val().get_bit(code),
            );
        }
        self.ticks.next = 0.into();
        if self.ends.val() {
            self.ticks.next = self.whole.val();
        }
    }
}
