//! The pace of a rate.

use super::{Normalized, RateDivider, RATE_BITS, SHIFT_BITS};
use crate::prelude::*;
use tailback_spec::efl::pace::{cycles_per_tick, EXPONENT_BITS, MANTISSA_BITS};
use tailback_spec::efl::Efl;

/// Bits of a mantissa.
const MANTISSA: usize = MANTISSA_BITS as usize;
/// Bits of an exponent.
const EXPONENT: usize = EXPONENT_BITS as usize;

/// Bits by which the cycles in a tick are shifted until their highest bit is that of a rate.
fn clock_shift(efl: &Efl) -> usize {
    let cycles = cycles_per_tick(efl.clock_hz());
    RATE_BITS - (u32::BITS - cycles.leading_zeros()) as usize
}

/// Cycles in a tick, shifted.
fn cycles(efl: &Efl) -> u128 {
    u128::from(cycles_per_tick(efl.clock_hz())) << clock_shift(efl)
}

block! {
    /// Computes the pace of a rate, the cycles of a byte, once in a frame.
    ///
    /// The mantissa is the quotient of the cycles in a tick and the rate, both normalised.
    pub struct RatePace(efl: &Efl) as "tailback_efl_rate_pace" {
        /// Cycles in a tick, normalised.
        param cycles[RATE_BITS] = cycles(efl);
        /// Half of the cycles in a tick, normalised.
        param half_cycles[RATE_BITS] = cycles(efl) >> 1;
        /// Mantissa bit below half of the cycles.
        param last_cycle[MANTISSA] = (cycles(efl) & 1) << (MANTISSA - 1);
        /// Exponent of a rate that is normalised and at most the cycles in a tick.
        count exponent_base = MANTISSA - 1 + clock_shift(efl);
        /// Lowest bit of a rate that is taken as it is.
        count least_bit = 10;
        /// Least rate.
        count least = 1 << 10;

        /// Phase 3 of a frame.
        input at_3;
        /// Phase 6 of a frame.
        input at_6;
        /// Phase 7 of a frame.
        input at_7;
        /// A record was stored with the end of the frame before.
        input paces;
        /// Rate of that record.
        input rate[RATE_BITS];
        /// Without a record, the pace is that of R_0.
        input is_initial;
        /// Without a record, the pace is that of R_MIN; otherwise, that of the line.
        input is_minimum;
        /// R_0.
        input first_rate[RATE_BITS];
        /// R_MIN.
        input lowest[RATE_BITS];
        /// Rate of the line.
        input maximum[RATE_BITS];
        /// Mantissa of the pace; in phase 23.
        output mantissa[MANTISSA];
        /// Exponent of the pace; in phase 23.
        output exponent[EXPONENT];

        /// The rate without its lowest bits.
        local high[RATE_BITS];
        /// The rate, at least the least one.
        local number[RATE_BITS];
        /// The division begins.
        local begins;
        /// First remainder.
        local first[RATE_BITS];
        /// Bits below the first remainder.
        local below[MANTISSA];
        /// Exponent of a rate that is normalised.
        local sum[EXPONENT];
        /// The rate whose pace is computed.
        reg chosen[RATE_BITS];
        /// The rate, normalised, is at most the cycles in a tick.
        reg is_slow;

        /// The rate, normalised.
        sub normalize: Normalized = Normalized::new(RATE_BITS);
        /// The quotient.
        sub divider: RateDivider = RateDivider::new(RATE_BITS, MANTISSA);
        /// Bits by which the rate was shifted.
        reg shift[SHIFT_BITS];
    }
    connect {
        normalize: number;
        normalize, divider: normalized = divisor;
        divider: begins, first, below, quotient = mantissa;
    }
}

impl Logic for RatePace {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Phase 3: the rate; phases 4 and 5: it is normalised.");
        if self.at_3.val() {
            self.chosen.next = self.maximum.val();
            if self.paces.val() {
                self.chosen.next = self.rate.val();
            } else if self.is_initial.val() {
                self.chosen.next = self.first_rate.val();
            } else if self.is_minimum.val() {
                self.chosen.next = self.lowest.val();
            }
        }
        self.high.next = self.chosen.val() >> self.least_bit.val();
        self.number.next = self.chosen.val();
        if !self.high.val().any() {
            self.number.next = self.least.val().into();
        }

        comment!("Phase 6: the quotient is at least 1, or has one more bit behind the point.");
        if self.at_6.val() {
            self.is_slow.next = self.normalize.normalized.val() <= self.cycles.val();
            self.shift.next = self.normalize.shift.val();
        }
        self.begins.next = self.at_7.val();
        self.first.next = self.cycles.val();
        self.below.next = 0.into();
        if self.is_slow.val() {
            self.first.next = self.half_cycles.val();
            self.below.next = self.last_cycle.val();
        }
        self.sum.next = self.exponent_base.val().into();
        if !self.is_slow.val() {
            self.sum.next = self.sum.val() + 1;
        }
        self.exponent.next = self.sum.val() - self.shift.val();
    }
}
