//! Time base of the limits.

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, CODE_BITS, TIME_BITS, UNLIMITED};

block! {
    /// Generates eight ticks in each limit, for the limits of all codes.
    ///
    /// Each limit is twice the one before: the limit of code c ticks at the end of a unit if the c
    /// lowest bits of the time are ones. So the codes whose limits tick are those up to the number
    /// of ones below the lowest zero.
    pub struct LimitTime(config: &HeadOfQueue) as "tailback_limit_time" {
        /// Number of codes with a limit.
        count codes = UNLIMITED as usize;
        /// Last cycle of a unit, an eighth of the shortest limit.
        count last_phase = config.unit_cycles() - 1;

        /// High in the last cycle of a unit.
        output ends;
        /// Largest code whose limit ticks at the end of this unit; valid from the second cycle of a
        /// unit on.
        output_reg largest[CODE_BITS];

        /// Units that have passed, with a zero above them.
        local passed[UNLIMITED as usize];
        /// Units that have passed at the end of this unit.
        local counted[UNLIMITED as usize];
        /// Lowest zero of `passed`, one-hot.
        local lowest_zero[UNLIMITED as usize];
        /// Number of ones below the lowest zero of `passed`.
        local ones[CODE_BITS];
        /// Cycles of the unit that have passed.
        reg phase[config.phase_bits()];
        /// Units that have passed, modulo 2^19.
        reg units[TIME_BITS];
    }
}

impl Logic for LimitTime {
    #[hdl_gen]
    fn update(&mut self) {
        self.passed.next = self.units.val();
        self.counted.next = self.passed.val() + 1;
        self.ends.next = self.phase.val() == self.last_phase.val();
        self.phase.next = self.phase.val() + 1;
        if self.ends.val() {
            self.phase.next = 0.into();
            self.units.next = self.counted.val() >> 0;
        }

        comment!("A unit has two cycles at least, so the register is in time for its end.");
        self.lowest_zero.next = self.counted.val() & !self.passed.val();
        self.ones.next = 0.into();
        for code in 0..self.codes.val() {
            if self.lowest_zero.val().get_bit(code) {
                self.ones.next = self.ones.val() | code;
            }
        }
        self.largest.next = self.ones.val();
    }
}
