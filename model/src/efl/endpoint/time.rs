//! The time in ticks of 100 ns.

use serde::{Deserialize, Serialize};
use tailback_spec::wire::efl::{NUMBER_BITS, TICKS_PER_SECOND};

/// The time, and the fraction of a tick behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Time {
    pub(super) clock_hz: u64,
    pub(super) now: u64,
    /// Fraction of a tick, in ticks divided by the frequency.
    rest: u64,
}

impl Time {
    pub(super) fn new(clock_hz: u64) -> Self {
        Time { clock_hz, now: 0, rest: 0 }
    }

    /// The end of a cycle.
    pub(super) fn clock(&mut self) {
        let sum = self.rest + TICKS_PER_SECOND;
        self.rest = sum % self.clock_hz;
        self.now = (self.now + sum / self.clock_hz) % (1 << NUMBER_BITS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_ten_million_ticks_at_any_clock() {
        for hertz in [1_000_000, 9_999_999, 10_000_000, 33_333_333] {
            let mut time = Time::new(hertz);
            for _ in 0..hertz {
                time.clock();
            }
            assert_eq!((time.now, time.rest), (10_000_000, 0));
        }
    }
}
