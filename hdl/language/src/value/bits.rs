//! Unsigned numbers of a run-time width.

use super::Value;
use num_bigint::BigUint;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// An unsigned number of a fixed width, which is chosen at run time.
///
/// Arithmetic wraps at the width of its operands, as rust-hdl's `Bits<N>` does. Where two operands
/// differ in width, the narrower one is extended with zeros. A product has the sum of the widths.
/// Numbers of up to 128 bits need no allocation, and a copy of a wider one shares its digits.
#[derive(Debug, Clone)]
pub struct Bits {
    width: usize,
    digits: Digits,
}

#[derive(Debug, Clone)]
enum Digits {
    Narrow(u128),
    Wide(Arc<BigUint>),
}

/// Widest number that needs no allocation.
const NARROW: usize = u128::BITS as usize;

/// The width of a literal, which takes the width that its use requires.
const LITERAL: usize = 0;

fn mask(width: usize) -> u128 {
    if width >= NARROW {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// The number that wraps to 0 in `width` bits.
pub(super) fn modulus(width: usize) -> BigUint {
    BigUint::from(1u8) << width
}

/// The number of which the low `width` bits are ones.
pub(super) fn low_bits(width: usize) -> BigUint {
    modulus(width) - 1u8
}

impl Bits {
    /// The low `width` bits of `value`.
    pub fn new(width: usize, value: u128) -> Bits {
        let digits = if width <= NARROW {
            Digits::Narrow(value & mask(width))
        } else {
            Digits::Wide(Arc::new(value.into()))
        };
        Bits { width, digits }
    }

    /// The low `width` bits of `words`, least significant word first.
    pub fn from_words(width: usize, words: &[u64]) -> Bits {
        if width <= NARROW {
            let low = words.first().copied().unwrap_or(0);
            let high = words.get(1).copied().unwrap_or(0);
            return Bits::new(width, u128::from(low) | u128::from(high) << 64);
        }
        let digits = words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect();
        Bits::wide(width, BigUint::new(digits))
    }

    /// The bits as words, least significant first.
    pub fn words(&self) -> Vec<u64> {
        let mut words = match &self.digits {
            Digits::Narrow(value) => vec![*value as u64, (*value >> 64) as u64],
            Digits::Wide(value) => value.to_u64_digits(),
        };
        words.resize(self.width.div_ceil(64), 0);
        words
    }

    pub(super) fn wide(width: usize, value: BigUint) -> Bits {
        if width <= NARROW {
            let low = value.iter_u64_digits().take(2).enumerate();
            return Bits::new(width, low.map(|(at, word)| u128::from(word) << (64 * at)).sum());
        }
        let value = if value.bits() > width as u64 { value & low_bits(width) } else { value };
        Bits { width, digits: Digits::Wide(Arc::new(value)) }
    }

    /// Number of bits.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The value, if it fits 128 bits.
    pub(super) fn narrow(&self) -> Option<u128> {
        match self.digits {
            Digits::Narrow(value) => Some(value),
            Digits::Wide(_) => None,
        }
    }

    pub(super) fn big(&self) -> Cow<'_, BigUint> {
        match &self.digits {
            Digits::Narrow(value) => Cow::Owned((*value).into()),
            Digits::Wide(value) => Cow::Borrowed(value),
        }
    }

    /// The number in `width` bits: zero-extended, or its low bits.
    pub fn resize(self, width: usize) -> Bits {
        if self.width == width {
            return self;
        }
        if self.width == LITERAL {
            return Bits::literal(width, self.narrow().unwrap_or(0) as i128);
        }
        match self.digits {
            Digits::Narrow(value) => Bits::new(width, value),
            Digits::Wide(value) if width > self.width => {
                Bits { width, digits: Digits::Wide(value) }
            }
            Digits::Wide(value) => Bits::wide(width, &*value & low_bits(width)),
        }
    }

    fn literal(width: usize, value: i128) -> Bits {
        if width > NARROW && value < 0 {
            return Bits::wide(width, modulus(width) - value.unsigned_abs());
        }
        Bits::new(width, value as u128)
    }

    /// Both numbers in the width of the wider one.
    pub(super) fn align(self, other: Bits) -> (Bits, Bits) {
        let width = self.width.max(other.width);
        (self.resize(width), other.resize(width))
    }

    /// The number `value` in the width of `self`.
    pub(super) fn like(&self, value: usize) -> Bits {
        Bits::new(self.width, value as u128)
    }

    /// Whether any bit is one.
    pub fn any(&self) -> bool {
        match &self.digits {
            Digits::Narrow(value) => *value != 0,
            Digits::Wide(value) => **value != BigUint::ZERO,
        }
    }

    /// Whether all bits are ones.
    pub fn all(&self) -> bool {
        match &self.digits {
            Digits::Narrow(value) => *value == mask(self.width),
            Digits::Wide(value) => value.count_ones() == self.width as u64,
        }
    }

    /// Whether the number of ones is odd.
    pub fn xor(&self) -> bool {
        match &self.digits {
            Digits::Narrow(value) => value.count_ones() % 2 == 1,
            Digits::Wide(value) => value.count_ones() % 2 == 1,
        }
    }

    /// The number as an index, saturated at `usize::MAX`: an index that is too large stays so.
    pub fn index(&self) -> usize {
        match &self.digits {
            Digits::Narrow(value) => usize::try_from(*value).unwrap_or(usize::MAX),
            Digits::Wide(value) => usize::try_from(&**value).unwrap_or(usize::MAX),
        }
    }

    /// Bit `index`; zero beyond the width.
    pub fn get_bit(&self, index: usize) -> bool {
        match &self.digits {
            Digits::Narrow(value) => index < NARROW && value >> index & 1 == 1,
            Digits::Wide(value) => value.bit(index as u64),
        }
    }

    /// `W` bits from bit `offset` on; zeros beyond the width.
    pub fn get_bits<const W: usize>(&self, offset: usize) -> Bits {
        match &self.digits {
            Digits::Wide(value) if W <= NARROW => {
                let mut digits = value.iter_u64_digits().skip(offset / 64);
                let mut next = || u128::from(digits.next().unwrap_or(0));
                let (low, high, beyond) = (next() | next() << 64, next(), offset % 64);
                // Without a shift by 128, which is not possible.
                Bits::new(W, low >> beyond | high << 1 << (127 - beyond))
            }
            _ => (self.clone() >> offset).resize(W),
        }
    }

    /// The number with one bit replaced; unchanged if `index` is beyond the width.
    pub fn replace_bit(mut self, index: usize, bit: bool) -> Bits {
        if index < self.width {
            match &mut self.digits {
                Digits::Narrow(value) => {
                    *value = *value & !(1 << index) | u128::from(bit) << index;
                }
                Digits::Wide(value) => Arc::make_mut(value).set_bit(index as u64, bit),
            }
        }
        self
    }
}

impl Value for Bits {
    const SIGNED: bool = false;
    const BOOL: bool = false;

    fn fits(&self, width: usize) -> bool {
        self.width() == width
    }

    fn fit(self, width: usize) -> Bits {
        self.resize(width)
    }

    fn to_bits(&self) -> Bits {
        self.clone()
    }

    fn from_bits(bits: Bits) -> Bits {
        bits
    }
}

/// A literal: it takes the width of the signal that it is assigned to.
impl From<usize> for Bits {
    fn from(value: usize) -> Bits {
        Bits { width: LITERAL, digits: Digits::Narrow(value as u128) }
    }
}

/// A literal; a negative one has all higher bits set, in any width.
impl From<i32> for Bits {
    fn from(value: i32) -> Bits {
        Bits { width: LITERAL, digits: Digits::Narrow(i128::from(value) as u128) }
    }
}

/// A single bit.
impl From<bool> for Bits {
    fn from(bit: bool) -> Bits {
        Bits::new(1, u128::from(bit))
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Bits) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(match (&self.digits, &other.digits) {
            (Digits::Narrow(left), Digits::Narrow(right)) => left.cmp(right),
            _ => self.big().cmp(&other.big()),
        })
    }
}

impl PartialEq<usize> for Bits {
    fn eq(&self, other: &usize) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd<usize> for Bits {
    fn partial_cmp(&self, other: &usize) -> Option<Ordering> {
        Some(match &self.digits {
            Digits::Narrow(value) => value.cmp(&(*other as u128)),
            Digits::Wide(value) => (**value).cmp(&(*other).into()),
        })
    }
}
