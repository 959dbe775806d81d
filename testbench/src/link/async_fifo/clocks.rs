//! Two clocks with random periods, jitter and drift.

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

/// The clocks of the write side and of the read side.
#[derive(Debug, Clone, Copy)]
pub struct Clocks {
    both: [Clock; 2],
    /// Edges until periods change.
    left: u64,
}

impl Clocks {
    /// Clocks with random periods.
    pub fn new(random: &mut Random) -> Self {
        let both = [Clock::new(random), Clock::new(random)];
        Clocks { both, left: 1000 }
    }

    /// The clocks that rise next: one of them, or both at the same time.
    pub fn next(&mut self, random: &mut Random) -> [bool; 2] {
        if self.left == 0 {
            self.change(random);
        }
        self.left -= 1;
        let now = self.both[0].next.min(self.both[1].next);
        let rises = self.both.map(|clock| clock.next == now);
        for (clock, rises) in self.both.iter_mut().zip(rises) {
            if rises {
                clock.advance(random);
            }
        }
        rises
    }

    /// Ratio of the periods, in percent.
    pub fn ratio_percent(&self) -> u64 {
        self.both[0].period * 100 / self.both[1].period
    }

    fn change(&mut self, random: &mut Random) {
        self.both[0].change(random, None);
        // Nearly equal clocks drift slowly past each other.
        let near = (random.below(2) == 0).then_some(self.both[0].period);
        self.both[1].change(random, near);
        if near.is_some() && random.below(2) == 0 {
            // Exactly equal ones rise together for a while.
            self.both[1] = self.both[0];
            self.both.iter_mut().for_each(|clock| clock.jitter = 0);
            self.both[1].drift = 0;
            self.both[0].drift = 0;
        }
        self.left = 1 + random.below(2000);
    }
}
