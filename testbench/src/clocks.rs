//! Clocks with random periods, jitter and drift.

mod core;
mod reset;
mod stream;

pub use core::CoreClocks;
pub use reset::ResetAll;
pub use stream::LinkStream;

use crate::random::Random;

/// Shortest and longest period, in ticks of the simulation: ratios from 1:4 to 4:1.
const PERIODS: [u64; 2] = [100, 400];

/// One clock.
#[derive(Debug, Clone, Copy)]
struct Clock {
    /// Period without jitter and drift, in ticks.
    period: u64,
    /// Drift of each period: -1, 0 or 1 tick.
    drift: i64,
    /// Largest delay of an edge, in ticks, below half a period.
    jitter: u64,
    /// Time of the next edge without jitter, in ticks.
    due: u64,
    /// Time of the next edge, in ticks.
    next: u64,
}

impl Clock {
    fn new(random: &mut Random) -> Self {
        let mut clock = Clock { period: PERIODS[0], drift: 0, jitter: 0, due: 0, next: 0 };
        clock.change(random, None);
        clock.advance(random);
        clock
    }

    /// Takes another period, jitter and drift; the period is close to `other`, if it is given.
    fn change(&mut self, random: &mut Random, other: Option<u64>) {
        let [shortest, longest] = PERIODS;
        self.period = match other {
            Some(period) => (period + random.below(3) - 1).clamp(shortest, longest),
            None => shortest + random.below(longest - shortest + 1),
        };
        self.jitter = match random.below(3) {
            0 => 0,
            1 => 1 + random.below(4),
            _ => random.below(self.period / 2),
        };
        self.drift = random.below(3) as i64 - 1;
    }

    fn advance(&mut self, random: &mut Random) {
        let [shortest, longest] = PERIODS;
        self.period = self.period.saturating_add_signed(self.drift).clamp(shortest, longest);
        self.due += self.period;
        self.next = self.due + random.below(self.jitter + 1);
    }
}

/// Clocks that are independent of each other.
#[derive(Debug, Clone)]
pub struct Clocks {
    all: Vec<Clock>,
    /// Steps until periods change.
    left: u64,
}

impl Clocks {
    /// This number of clocks, 1 to 64, with random periods.
    pub fn new(count: usize, random: &mut Random) -> Self {
        Clocks { all: (0..count).map(|_| Clock::new(random)).collect(), left: 1000 }
    }

    /// The clocks that rise next, one bit for each: one of them, or several at the same time.
    pub fn next(&mut self, random: &mut Random) -> u64 {
        if self.left == 0 {
            self.change(random);
        }
        self.left -= 1;
        let now = self.all.iter().map(|clock| clock.next).min().unwrap_or(0);
        let mut rises = 0;
        for (number, clock) in self.all.iter_mut().enumerate() {
            if clock.next == now {
                clock.advance(random);
                rises |= 1 << number;
            }
        }
        rises
    }

    /// Ratio of the periods of the first two clocks, in percent.
    pub fn ratio_percent(&self) -> u64 {
        self.all[0].period * 100 / self.all[1].period
    }

    fn change(&mut self, random: &mut Random) {
        let Some((first, others)) = self.all.split_first_mut() else { return };
        first.change(random, None);
        for other in others {
            // Nearly equal clocks drift slowly past each other.
            let near = (random.below(2) == 0).then_some(first.period);
            other.change(random, near);
            if near.is_some() && random.below(2) == 0 {
                // Exactly equal ones rise together for a while.
                (first.jitter, first.drift) = (0, 0);
                *other = *first;
            }
        }
        self.left = 1 + random.below(2000);
    }
}
