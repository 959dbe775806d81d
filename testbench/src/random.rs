//! Random bits for stimulus: reproducible on every machine, and cheap enough for each cycle.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator of random bits, initialised with a seed.
#[derive(Debug, Clone)]
pub struct Random(Xoshiro256PlusPlus);

/// Rate of an event: happens only in one of 2^`rarity` cycles, and in such a cycle for each element
/// with probability `sixteenths`/16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Often {
    /// 0 (never) to 16 (for all elements).
    pub sixteenths: u32,
    /// 0 (each cycle) to 15.
    pub rarity: u32,
}

impl Often {
    /// Never.
    pub const NEVER: Often = Often::each_cycle(0);
    /// For each element in each cycle.
    pub const ALWAYS: Often = Often::each_cycle(16);

    /// With probability `sixteenths`/16 for each element in each cycle.
    pub const fn each_cycle(sixteenths: u32) -> Self {
        Often { sixteenths, rarity: 0 }
    }

    /// Restricts the events to one of 2^`rarity` cycles.
    pub const fn in_few_cycles(self, rarity: u32) -> Self {
        Often { rarity, ..self }
    }
}

impl Random {
    /// A generator initialised with `seed`.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `limit` - 1.
    #[inline]
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(limit)) >> 64) as u64
    }

    /// One event bit for each of 64 elements.
    #[inline]
    pub fn events(&mut self, often: Often) -> u64 {
        match often.sixteenths {
            0 => return 0,
            16 if often.rarity == 0 => return u64::MAX,
            _ => {}
        }
        if often.rarity > 0 && self.bits() >> (64 - often.rarity) != 0 {
            return 0;
        }
        if often.sixteenths == 16 {
            return u64::MAX;
        }
        // Binary digits of the probability, the lowest first: OR for a 1 (p becomes (1 + p)/2), AND
        // for a 0 (p becomes p/2).
        let lowest = often.sixteenths.trailing_zeros();
        (lowest..4).fold(0, |lanes, digit| {
            let half = self.bits();
            match often.sixteenths >> digit & 1 {
                1 => lanes | half,
                _ => lanes & half,
            }
        })
    }
}

/// Whether a single event happens.
#[inline]
pub(crate) fn happens(random: &mut Random, often: Often) -> bool {
    random.events(often) & 1 != 0
}

/// One of the given choices.
#[inline]
pub(crate) fn one_of<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[random.below(choices.len() as u64) as usize]
}

/// A number of `bits` bits: random, or one at which a carry passes through all lower bits, or one
/// whose upper bits are all set.
#[inline]
pub(crate) fn any_number(random: &mut Random, bits: usize) -> u32 {
    let mask = u32::MAX >> (u32::BITS as usize - bits);
    let number = random.bits() as u32;
    let power: u32 = 1 << random.below(bits as u64);
    let ones = power | (power - 1);
    mask & match number >> 29 {
        0 => power,
        1 => ones,
        2 => !ones,
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_as_frequent_as_asked_for() {
        const CYCLES: u32 = 20_000;
        for often in (0..=16).map(Often::each_cycle).flat_map(|it| [it, it.in_few_cycles(2)]) {
            let mut random = Random::new(1);
            let events: u32 = (0..CYCLES).map(|_| random.events(often).count_ones()).sum();
            let asked = f64::from(often.sixteenths) / 16.0 / f64::from(1 << often.rarity);
            let seen = f64::from(events) / f64::from(CYCLES * 64);
            assert!((seen - asked).abs() < 0.02, "{often:?}: {seen}");
        }
    }
}
