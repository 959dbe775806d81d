//! Values that hardware does not define: random in Rust, from a seed, so that tests detect their
//! use.

use super::value::Bits;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::RefCell;

/// Seed of a thread that does not call [`seed_unknown`].
const FIRST_SEED: u64 = 1;

thread_local! {
    static GENERATOR: RefCell<Xoshiro256PlusPlus> =
        RefCell::new(Xoshiro256PlusPlus::seed_from_u64(FIRST_SEED));
}

/// Sets the seed of all unknown values that this thread generates from now on.
///
/// A module whose outputs differ between two seeds depends on an entry of a memory that was never
/// written, that was written while it was read, or that is beyond the end. Verilator's `randReset`
/// and `randSeed` have the same purpose.
pub fn seed_unknown(seed: u64) {
    GENERATOR.set(Xoshiro256PlusPlus::seed_from_u64(seed));
}

/// A number of `width` bits that must not affect any output.
pub(crate) fn unknown(width: usize) -> Bits {
    GENERATOR.with_borrow_mut(|generator| {
        let words: Vec<u64> =
            (0..width.div_ceil(u64::BITS as usize)).map(|_| generator.next_u64()).collect();
        Bits::from_words(width, &words)
    })
}
