//! Time in ticks of 100 ns.

use crate::prelude::*;
use tailback_spec::efl::Efl;
use tailback_spec::parameter::bits_for;
use tailback_spec::wire::efl::{NUMBER_BITS, TICKS_PER_SECOND};

/// Bits of the time.
const NUMBER: usize = NUMBER_BITS as usize;

/// Bits of the rest.
fn rest_bits(efl: &Efl) -> usize {
    bits_for(efl.clock_hz() as u32)
}

/// Increase of the rest in a cycle without a further tick.
fn part(efl: &Efl) -> u64 {
    TICKS_PER_SECOND % efl.clock_hz()
}

block! {
    /// Determines the cycles with a further tick, for a cycle that is not a whole number of ticks.
    pub struct EflTickRest(efl: &Efl) as "tailback_efl_tick_rest" {
        /// Increase of `rest` in a cycle without a further tick.
        param part[rest_bits(efl)] = u128::from(part(efl));
        /// Decrease of `rest` in a cycle with a further tick.
        param less[rest_bits(efl)] = u128::from(efl.clock_hz() - part(efl));

        /// A further tick ends with this cycle.
        output ticks;

        /// Time since the last tick, in ticks divided by the frequency of the clock in Hz.
        reg rest[rest_bits(efl)];
    }
}

impl Logic for EflTickRest {
    #[hdl_gen]
    fn update(&mut self) {
        self.ticks.next = self.rest.val() >= self.less.val();
        self.rest.next = self.rest.val() + self.part.val();
        if self.ticks.val() {
            self.rest.next = self.rest.val() - self.less.val();
        }
    }
}

block! {
    /// Counts time in ticks of 100 ns, exactly in the long run for any clock.
    pub struct EflClock(efl: &Efl) as "tailback_efl_clock" {
        /// A cycle is not a whole number of ticks.
        choice has_rest = part(efl) > 0;
        /// Ticks in each cycle.
        param whole[NUMBER] = u128::from(TICKS_PER_SECOND / efl.clock_hz());

        /// Ticks since reset, modulo 2^24.
        output_reg now[NUMBER];

        /// A further tick ends with this cycle.
        local ticks;
        /// Fractions of a tick.
        optional(part(efl) > 0) fractions: EflTickRest = EflTickRest::new(efl);
    }
}

impl Logic for EflClock {
    #[hdl_gen]
    fn update(&mut self) {
        if self.has_rest.val() {
            self.ticks.next = self.fractions.ticks.val();
        } else {
            self.ticks.next = false;
        }
        self.now.next = self.now.val() + self.whole.val();
        if self.ticks.val() {
            self.now.next = self.now.val() + self.whole.val() + 1;
        }
    }
}
