//! Numbers of fewer bits than a Rust integer has.

use std::fmt;

/// A number of `BITS` bits, 1 to 32; a field of that width can hold each of them.
///
/// ```
/// use tailback_spec::wire::Number;
/// assert_eq!(Number::<4>::new(15).map(u32::from), Some(15));
/// assert_eq!(Number::<4>::new(16), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Number<const BITS: u32>(u32);

impl<const BITS: u32> Number<BITS> {
    /// Largest number of `BITS` bits.
    pub const MAX: Self = Number(u32::MAX >> (u32::BITS - BITS));

    /// The number, if it fits into `BITS` bits.
    pub const fn new(number: u32) -> Option<Self> {
        if number <= Self::MAX.0 {
            Some(Number(number))
        } else {
            None
        }
    }

    /// The low `BITS` bits of `number`.
    pub const fn low(number: u32) -> Self {
        Number(number & Self::MAX.0)
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl<const BITS: u32> From<Number<BITS>> for u32 {
    fn from(number: Number<BITS>) -> u32 {
        number.0
    }
}

impl<const BITS: u32> fmt::Debug for Number<BITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<const BITS: u32> fmt::Display for Number<BITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
