//! Time base of the limits.

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, TIME_BITS, UNLIMITED};

block! {
    /// Generates eight ticks in each limit, for the limits of all codes.
    pub struct LimitTime(config: &HeadOfQueue) as "tailback_limit_time" {
        /// Last cycle of a unit, an eighth of the shortest limit.
        count last_phase = config.unit_cycles() - 1;

        /// One bit per code: a tick of its limit.
        output ticks[UNLIMITED as usize];

        /// The cycle is the last one of a unit.
        local ends;
        /// Units that have passed, with a zero above them.
        local passed[UNLIMITED as usize];
        /// One bit per code: the bits of the time below it are all ones.
        local whole[UNLIMITED as usize];
        /// Cycles of the unit that have passed.
        reg phase[config.phase_bits()];
        /// Units that have passed, modulo 2^19.
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
        comment!("Each limit is twice the one before: code c ticks if the c lowest bits are ones.");
        self.passed.next = self.units.val();
        self.whole.next = self.passed.val() ^ (self.passed.val() + 1);
        self.ticks.next = 0.into();
        if self.ends.val() {
            self.ticks.next = self.whole.val();
        }
    }
}
