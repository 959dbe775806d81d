//! Random numbers from a seed, equal on every machine.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A reproducible source of choices.
pub struct Random(ChaCha8Rng);

impl Random {
    /// Makes the source with this seed.
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Draws a number below `limit`, which is at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.random_range(0..limit as u64) as usize
    }

    /// Draws a number from `low` to `high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns true with a probability of `chance` percent.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// Draws one of several items.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Draws 32 random bits, mostly all zeros, all ones or few ones.
    pub fn word(&mut self) -> u32 {
        match self.below(8) {
            0 => 0,
            1 => u32::MAX,
            2 => 1 << self.below(32),
            3 => !(1 << self.below(32)),
            4 => self.below(4) as u32,
            _ => self.0.next_u32(),
        }
    }

    /// Draws a number of at most `bits` bits, often at the ends of the range.
    pub fn number(&mut self, bits: usize) -> u128 {
        let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let value = match self.below(6) {
            0 => 0,
            1 => 1,
            2 => mask,
            3 => mask >> 1,
            4 => (mask >> 1) + 1,
            _ => (0..4).fold(0, |all, _| all << 32 | u128::from(self.word())),
        };
        value & mask
    }
}
