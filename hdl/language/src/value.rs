//! Numbers whose width is a run-time value.

mod bits;
mod operators;
mod signed;

pub use bits::Bits;
pub use signed::{signed_cast, unsigned_cast, Signed};

/// A value that a signal can carry.
pub trait Value: Clone + PartialEq + 'static {
    /// Whether the bits are a two's complement number.
    const SIGNED: bool;
    /// Whether the value is a truth value, on which `&&`, `||` and `if` work.
    const BOOL: bool;

    /// Whether the value has the width of a signal of `width` bits.
    fn fits(&self, width: usize) -> bool;

    /// The value in a signal of `width` bits: its low bits, or the value extended.
    fn fit(self, width: usize) -> Self;

    /// The bits, for ports and registers.
    fn to_bits(&self) -> Bits;

    /// The value that has these bits.
    fn from_bits(bits: Bits) -> Self;
}

impl Value for bool {
    const SIGNED: bool = false;
    const BOOL: bool = true;

    fn fits(&self, _: usize) -> bool {
        true
    }

    fn fit(self, _: usize) -> bool {
        self
    }

    fn to_bits(&self) -> Bits {
        Bits::new(1, u128::from(*self))
    }

    fn from_bits(bits: Bits) -> bool {
        bits.any()
    }
}
