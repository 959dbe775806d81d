//! Exact increase of the rate, in whole numbers.
//!
//! Rates are given by their delay d: R_max / d. Times are in packet times.

use super::RATES;
use num_bigint::BigUint;

/// R_max / R_min.
const RATIO: u64 = RATES as u64;

/// Result of f_inc from some rate: a delay of `delay` if `exact`, else one between `delay` and
/// `delay` + 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Increased {
    /// Whole part of the delay.
    pub delay: u64,
    /// The delay has no fractional part.
    pub exact: bool,
}

impl Increased {
    /// Whether the result is still above the delay that is one less than `from`.
    pub fn is_less_than_a_step(self, from: u64) -> bool {
        self.neighbours()[1] == from
    }

    /// The two discrete delays between which the result is, the shorter one first.
    pub fn neighbours(self) -> [u64; 2] {
        [self.delay, self.delay + u64::from(!self.exact)]
    }
}

/// Law of the rate's increase without marks.
pub trait Law {
    /// Twice the time from the rate of `delay` to R_max, rounded up.
    fn twice_time_left(&self, delay: u64) -> u64;

    /// f_inc(r), from a delay of 2 or more: the rate after the interval `delay`.
    fn increased(&self, delay: u64) -> Increased;
}

/// F_inc(t) = R_min m^(t / T_rec) (INFOCOM'03 §V-C), with m = 2.
pub struct Fimd {
    /// d^256 for each delay d from 0 on.
    powers: Vec<BigUint>,
}

impl Fimd {
    pub fn new() -> Self {
        let power = |delay: u64| BigUint::from(delay).pow(RATIO as u32);
        Fimd { powers: (0..=RATIO).map(power).collect() }
    }
}

impl Law for Fimd {
    fn twice_time_left(&self, delay: u64) -> u64 {
        // 2 · 256 log2(d) <= n is d^512 <= 2^n, and d^512 - 1 has so many bits.
        let power = &self.powers[delay as usize];
        (power * power - 1u8).bits()
    }

    fn increased(&self, delay: u64) -> Increased {
        // v <= d / 2^(d/256) is v^256 2^d <= d^256.
        let power = &self.powers[delay as usize];
        let scaled = |slow: u64| &self.powers[slow as usize] << delay;
        let slow = (1..=delay).rev().find(|slow| scaled(*slow) <= *power).unwrap_or(1);
        Increased { delay: slow, exact: scaled(slow) == *power }
    }
}

/// F_inc(t) = R_min + t R_min / T_rec (INFOCOM'03 §VI-B).
pub struct Aimd;

impl Law for Aimd {
    fn twice_time_left(&self, delay: u64) -> u64 {
        (2 * RATIO * RATIO * (delay - 1)).div_ceil(delay)
    }

    fn increased(&self, delay: u64) -> Increased {
        // r + R_min^2 / r is R_max (256^2 + d^2) / (256^2 d).
        let (whole, part) = (RATIO * RATIO * delay, RATIO * RATIO + delay * delay);
        Increased { delay: whole / part, exact: whole % part == 0 }
    }
}
