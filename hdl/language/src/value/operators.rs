//! Operators of [`Bits`]: each wraps at the width of its operands.

use super::bits::{low_bits, modulus};
use super::Bits;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

impl Add for Bits {
    type Output = Bits;

    fn add(self, other: Bits) -> Bits {
        let (left, right) = self.align(other);
        match (left.narrow(), right.narrow()) {
            (Some(a), Some(b)) => Bits::new(left.width(), a.wrapping_add(b)),
            _ => Bits::wide(left.width(), &*left.big() + &*right.big()),
        }
    }
}

impl Sub for Bits {
    type Output = Bits;

    fn sub(self, other: Bits) -> Bits {
        let (left, right) = self.align(other);
        match (left.narrow(), right.narrow()) {
            (Some(a), Some(b)) => Bits::new(left.width(), a.wrapping_sub(b)),
            _ => Bits::wide(left.width(), modulus(left.width()) + &*left.big() - &*right.big()),
        }
    }
}

/// The exact product, as wide as the two operands together.
impl Mul for Bits {
    type Output = Bits;

    fn mul(self, other: Bits) -> Bits {
        let width = self.width() + other.width();
        match (self.narrow(), other.narrow()) {
            (Some(a), Some(b)) if width <= 128 => Bits::new(width, a.wrapping_mul(b)),
            _ => Bits::wide(width, &*self.big() * &*other.big()),
        }
    }
}

impl Neg for Bits {
    type Output = Bits;

    fn neg(self) -> Bits {
        self.like(0) - self
    }
}

impl Not for Bits {
    type Output = Bits;

    fn not(self) -> Bits {
        match self.narrow() {
            Some(value) => Bits::new(self.width(), !value),
            None => Bits::wide(self.width(), low_bits(self.width()) - &*self.big()),
        }
    }
}

macro_rules! bitwise {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl $trait for Bits {
            type Output = Bits;

            fn $method(self, other: Bits) -> Bits {
                let (left, right) = self.align(other);
                match (left.narrow(), right.narrow()) {
                    (Some(a), Some(b)) => Bits::new(left.width(), a $operator b),
                    _ => Bits::wide(left.width(), &*left.big() $operator &*right.big()),
                }
            }
        }
    };
}

bitwise!(BitAnd, bitand, &);
bitwise!(BitOr, bitor, |);
bitwise!(BitXor, bitxor, ^);

macro_rules! with_literal {
    ($($trait:ident, $method:ident;)*) => { $(
        /// The operator with a literal, which takes the width of the other operand.
        impl $trait<usize> for Bits {
            type Output = Bits;

            fn $method(self, other: usize) -> Bits {
                let other = self.like(other);
                $trait::$method(self, other)
            }
        }
    )* };
}

with_literal! {
    Add, add;
    Sub, sub;
    BitAnd, bitand;
    BitOr, bitor;
    BitXor, bitxor;
}

/// Shift left by a number of bits; zeros enter, and bits beyond the width are lost.
impl Shl<usize> for Bits {
    type Output = Bits;

    fn shl(self, by: usize) -> Bits {
        match self.narrow() {
            _ if by >= self.width() => self.like(0),
            Some(value) => Bits::new(self.width(), value << by),
            None => Bits::wide(self.width(), &*self.big() << by),
        }
    }
}

/// Shift right by a number of bits; zeros enter.
impl Shr<usize> for Bits {
    type Output = Bits;

    fn shr(self, by: usize) -> Bits {
        match self.narrow() {
            _ if by >= self.width() => self.like(0),
            Some(value) => Bits::new(self.width(), value >> by),
            None => Bits::wide(self.width(), &*self.big() >> by),
        }
    }
}

impl Shl for Bits {
    type Output = Bits;

    fn shl(self, by: Bits) -> Bits {
        self << by.index()
    }
}

impl Shr for Bits {
    type Output = Bits;

    fn shr(self, by: Bits) -> Bits {
        self >> by.index()
    }
}
