//! CRCs of packets and of flow-control packets (IBA 7.8 and 7.9.4), as parities of data bits.
//!
//! A CRC without its two constants is linear: each bit of a remainder is the parity of some data
//! bits. [`after_zeros`] determines these bits from the definition of the CRC. [`Crc`] contains all
//! parities; a module that computes a CRC instantiates it.
//!
//! Bit 0 of a remainder is the coefficient of the highest power, the first one on the wire, as bit
//! 0 of a byte is the first one on the wire. So the remainder before some bytes is xored with the
//! first of them.

mod parities;

use crate::prelude::*;
use parities::{most_sums, rows, sum_rows, ROW_BITS};
use tailback_spec::wire::crc::Definition;

/// Bits of a word.
pub const WORD_BITS: usize = u32::BITS as usize;

/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;

/// A word whose contribution to a remainder is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word {
    /// Bits from the first one on the wire to the last one that can be 1.
    pub bits: usize,
    /// Bits from the beginning of the word to the end of the data.
    pub distance: usize,
}

impl Word {
    /// A word with data bits only.
    pub fn whole(distance: usize) -> Word {
        Word { bits: WORD_BITS, distance }
    }

    /// A remainder in place of a word.
    pub fn remainder(crc: Definition, distance: usize) -> Word {
        Word { bits: crc.bits, distance }
    }
}

/// Order of the bytes in a word and in its remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The first byte on the wire is the least significant one.
    LittleEndian,
    /// The first byte on the wire is the most significant one.
    BigEndian,
}

impl ByteOrder {
    /// Position of bit `number` on the wire in a number of `bits` bits.
    fn position(self, number: usize, bits: usize) -> usize {
        match self {
            ByteOrder::LittleEndian => number,
            ByteOrder::BigEndian => bits - BYTE - number / BYTE * BYTE + number % BYTE,
        }
    }
}

/// Polynomial without its highest power, in the order of a remainder.
fn polynomial(crc: Definition) -> u32 {
    crc.polynomial.reverse_bits() >> (WORD_BITS - crc.bits)
}

/// Remainder after `bits` further bits, all of them zero.
///
/// `remainder` may also be a word, with the remainder before it xored into its first bits: after 32
/// bits, it is the remainder after the word.
pub fn after_zeros(crc: Definition, remainder: u32, bits: usize) -> u32 {
    let polynomial = polynomial(crc);
    (0..bits).fold(remainder, |now, _| now >> 1 ^ if now & 1 == 1 { polynomial } else { 0 })
}

/// Remainder that becomes this one after `bits` zero bits.
pub fn before_zeros(crc: Definition, remainder: u32, bits: usize) -> u32 {
    let polynomial = polynomial(crc);
    // The coefficient of x⁰ is 1: the highest bit shows whether the polynomial was added.
    let added: u32 = 1 << (crc.bits - 1);
    (0..bits).fold(remainder, |now, _| match now & added {
        0 => now << 1,
        _ => (now ^ polynomial) << 1 | 1,
    })
}

/// Remainder after a good packet with its CRC, and `zeros` zero bits.
pub fn residue(crc: Definition, zeros: usize) -> u32 {
    after_zeros(crc, crc.complement, crc.bits + zeros)
}

block! {
    /// Computes what each of several words contributes to a remainder of a CRC.
    ///
    /// A word has a given distance to the end of the data; all bits behind the word are taken as
    /// zeros. The remainder after several words is the xor of their contributions, if the remainder
    /// before the first word is xored into its first bits. A remainder in place of a word
    /// contributes the remainder after as many zeros as the distance.
    pub struct Crc(crc: Definition, order: ByteOrder, each: &[Word]) as "tailback_crc" {
        /// Number of words.
        count words = each.len();
        /// Bits of a remainder.
        count bits = crc.bits;
        /// Common sums of a word.
        count sums = most_sums(crc, order, each);
        /// For each common sum of each word, 32 bits that select bits of the word.
        param sum_rows[each.len() * most_sums(crc, order, each) * WORD_BITS] =
            sum_rows(crc, order, each);
        /// Parity matrix: for each bit of each contribution, 32 bits that select bits of the word,
        /// and above them 32 bits that select common sums.
        param rows[each.len() * crc.bits * ROW_BITS] = rows(crc, order, each);

        /// Words, or remainders in place of words.
        input(each.len()) data[WORD_BITS];
        /// Contribution of each word.
        output(each.len()) remainder[crc.bits];

        /// Value of `sum_rows`.
        local all_sums[each.len() * most_sums(crc, order, each) * WORD_BITS];
        /// Value of `rows`.
        local all_rows[each.len() * crc.bits * ROW_BITS];
        /// Bits of each word, and above them sums of a few of the bits.
        local(each.len()) terms[ROW_BITS];
    }
}

impl Logic for Crc {
    #[hdl_gen]
    fn update(&mut self) {
        self.all_sums.next = self.sum_rows.val();
        self.all_rows.next = self.rows.val();
        comment!("Parities take fewer levels of logic than a bit-serial CRC.");
        for word in 0..self.words.val() {
            comment!("Sums that several parities have in common take one lookup table each.");
            self.terms[word].next = self.data[word].val();
            for at in 0..self.sums.val() {
                self.terms[word].next = self.terms[word].val().replace_bit(
                    32 + at,
                    (self.data[word].val()
                        & self.all_sums.val().get_bits::<32>(32 * (self.sums.val() * word + at)))
                    .xor(),
                );
            }
            for to in 0..self.bits.val() {
                self.remainder[word].next = self.remainder[word].val().replace_bit(
                    to,
                    (self.terms[word].val()
                        & self.all_rows.val().get_bits::<64>(64 * (self.bits.val() * word + to)))
                    .xor(),
                );
            }
        }
    }
}
