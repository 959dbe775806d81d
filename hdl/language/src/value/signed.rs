//! Two's complement numbers of a run-time width.

use super::{Bits, Value};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A two's complement number of a fixed width, which is chosen at run time.
///
/// Supported are addition, subtraction, negation, multiplication and comparison; for all else, take
/// the bits with [`unsigned_cast`]. Where two operands differ in width, the narrower one is
/// sign-extended. A product has the sum of the widths.
#[derive(Debug, Clone)]
pub struct Signed(Bits);

/// The number with these two's complement bits.
pub fn signed_cast(bits: Bits) -> Signed {
    Signed(bits)
}

/// The two's complement bits of a number.
pub fn unsigned_cast(value: Signed) -> Bits {
    value.0
}

impl Bits {
    /// The number with these two's complement bits.
    pub fn to_signed_bits(self) -> Signed {
        Signed(self)
    }
}

impl Signed {
    /// Number of bits.
    pub fn width(&self) -> usize {
        self.0.width()
    }

    fn negative(&self) -> bool {
        self.width() > 0 && self.0.get_bit(self.width() - 1)
    }

    /// The number in `width` bits: sign-extended, or its low bits.
    pub fn resize(self, width: usize) -> Signed {
        let from = self.width();
        if width <= from || !self.negative() {
            return Signed(self.0.resize(width));
        }
        let sign = Bits::new(1, 1).resize(width) << (from - 1);
        Signed((self.0.resize(width) ^ sign.clone()) - sign)
    }

    fn align(self, other: Signed) -> (Signed, Signed) {
        let width = self.width().max(other.width());
        (self.resize(width), other.resize(width))
    }
}

impl Value for Signed {
    const SIGNED: bool = true;
    const BOOL: bool = false;

    fn fits(&self, width: usize) -> bool {
        self.width() == width
    }

    fn fit(self, width: usize) -> Signed {
        self.resize(width)
    }

    fn to_bits(&self) -> Bits {
        self.0.clone()
    }

    fn from_bits(bits: Bits) -> Signed {
        Signed(bits)
    }
}

impl Add for Signed {
    type Output = Signed;

    fn add(self, other: Signed) -> Signed {
        let (left, right) = self.align(other);
        Signed(left.0 + right.0)
    }
}

impl Sub for Signed {
    type Output = Signed;

    fn sub(self, other: Signed) -> Signed {
        let (left, right) = self.align(other);
        Signed(left.0 - right.0)
    }
}

/// The exact product, as wide as the two operands together.
impl Mul for Signed {
    type Output = Signed;

    fn mul(self, other: Signed) -> Signed {
        let width = self.width() + other.width();
        let (left, right) = (self.resize(width), other.resize(width));
        Signed((left.0 * right.0).resize(width))
    }
}

impl Neg for Signed {
    type Output = Signed;

    fn neg(self) -> Signed {
        Signed(-self.0)
    }
}

impl PartialEq for Signed {
    fn eq(&self, other: &Signed) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Signed {
    fn partial_cmp(&self, other: &Signed) -> Option<Ordering> {
        let (left, right) = self.clone().align(other.clone());
        match (left.negative(), right.negative()) {
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            _ => left.0.partial_cmp(&right.0),
        }
    }
}
