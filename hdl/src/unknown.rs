//! What hardware does not define: random here, from a seed, so that a test can find who uses it.

use crate::value::Bits;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::RefCell;

/// The seed of a thread that has not chosen one.
const FIRST_SEED: u64 = 1;

thread_local! {
    static GENERATOR: RefCell<Xoshiro256PlusPlus> =
        RefCell::new(Xoshiro256PlusPlus::seed_from_u64(FIRST_SEED));
}

/// Makes everything that this thread takes from here on for an unknown value follow from `seed`.
///
/// A block whose outputs differ between two seeds depends on a word that was never written, on one
/// that was written while it was read, or on one beyond the end of a memory. Verilator does the
/// same with `randReset` and `randSeed`.
pub fn seed_unknown(seed: u64) {
    GENERATOR.set(Xoshiro256PlusPlus::seed_from_u64(seed));
}

/// A number of `width` bits that nobody may rely on.
pub(crate) fn unknown(width: usize) -> Bits {
    GENERATOR.with_borrow_mut(|generator| {
        let words: Vec<u64> =
            (0..width.div_ceil(u64::BITS as usize)).map(|_| generator.next_u64()).collect();
        Bits::from_words(width, &words)
    })
}
