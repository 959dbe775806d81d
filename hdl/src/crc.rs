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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bits;
    use tailback_spec::wire::crc::{icrc, vcrc, vcrc_change, INVARIANT, LINK};

    /// The words of these bytes.
    fn words(bytes: &[u8]) -> Vec<u32> {
        let chunks = bytes.chunks_exact(WORD_BITS / BYTE);
        chunks.map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes"))).collect()
    }

    /// The remainder after these bytes, as the module computes it word after word.
    fn remainder(crc: Definition, bytes: &[u8]) -> u32 {
        let mut module = Crc::new(crc, ByteOrder::LittleEndian, &[Word::whole(WORD_BITS)]);
        words(bytes).into_iter().fold(crc.seed, |before, word| {
            module.data.drive(Bits::new(WORD_BITS, u128::from(word ^ before)));
            settle(&mut module).expect("a module that settles");
            module.remainder.read().index() as u32
        })
    }

    /// Bytes that look like a packet, with ones in the fields that the ICRC does not cover.
    fn packet() -> [u8; 24] {
        let mut bytes: [u8; 24] = std::array::from_fn(|at| (at * 37 + 5) as u8);
        bytes[0] = 0xFF;
        bytes[1] = 0x02;
        bytes[12] = 0xFF;
        bytes
    }

    #[test]
    fn the_complement_of_the_remainder_is_the_checksum() {
        let bytes = packet();
        let found = remainder(LINK, &bytes) ^ LINK.complement;
        assert_eq!((found as u16).to_le_bytes(), vcrc(&bytes));
        let found = remainder(INVARIANT, &bytes) ^ INVARIANT.complement;
        assert_eq!(Some(found.to_le_bytes()), icrc(&bytes));
    }

    #[test]
    fn the_contributions_of_the_words_add_up_to_the_remainder() {
        for crc in [LINK, INVARIANT] {
            let bytes = packet();
            let mut words = words(&bytes);
            words[0] ^= crc.seed;
            let behind = (0..words.len()).rev();
            let each: Vec<Word> =
                behind.map(|behind| Word::whole((behind + 1) * WORD_BITS)).collect();
            let mut module = Crc::new(crc, ByteOrder::LittleEndian, &each);
            for (at, word) in words.iter().enumerate() {
                module.data[at].drive(Bits::new(WORD_BITS, u128::from(*word)));
            }
            settle(&mut module).expect("a module that settles");
            let sum = (0..words.len()).map(|at| module.remainder[at].read().index() as u32);
            assert_eq!(sum.fold(0, |sum, one| sum ^ one), remainder(crc, &bytes));
        }
    }

    #[test]
    fn a_remainder_in_place_of_a_word_moves_by_the_distance() {
        let distances = [0, 8, 16, 128];
        let each = distances.map(|distance| Word::remainder(LINK, distance));
        let mut module = Crc::new(LINK, ByteOrder::LittleEndian, &each);
        for (at, distance) in distances.into_iter().enumerate() {
            module.data[at].drive(Bits::new(WORD_BITS, 0xA5C3));
            settle(&mut module).expect("a module that settles");
            let found = module.remainder[at].read().index() as u32;
            assert_eq!(found, after_zeros(LINK, 0xA5C3, distance));
        }
    }

    #[test]
    fn the_bytes_of_both_ends_may_be_exchanged() {
        let mut little = Crc::new(LINK, ByteOrder::LittleEndian, &[Word::whole(WORD_BITS)]);
        let mut big = Crc::new(LINK, ByteOrder::BigEndian, &[Word::whole(WORD_BITS)]);
        for word in words(&packet()) {
            little.data.drive(Bits::new(WORD_BITS, u128::from(word)));
            big.data.drive(Bits::new(WORD_BITS, u128::from(word.swap_bytes())));
            settle(&mut little).expect("a module that settles");
            settle(&mut big).expect("a module that settles");
            let found = big.remainder.read().index() as u16;
            assert_eq!(found.swap_bytes(), little.remainder.read().index() as u16);
        }
    }

    #[test]
    fn a_flipped_bit_changes_it_as_the_specification_says() {
        for bytes_after in 0..20 {
            let change = after_zeros(LINK, 0x80, 8 * (1 + bytes_after));
            assert_eq!((change as u16).to_le_bytes(), vcrc_change(0x80, bytes_after));
            assert_eq!(before_zeros(LINK, change, 8 * (1 + bytes_after)), 0x80);
        }
    }

    #[test]
    fn a_good_vcrc_leaves_the_residue() {
        let mut bytes = [0x5A; 16];
        let vcrc = vcrc(&bytes[..6]);
        bytes[6..8].copy_from_slice(&vcrc);
        bytes[8..].fill(0);
        assert_eq!(remainder(LINK, &bytes[..8]), residue(LINK, 0));
        assert_eq!(remainder(LINK, &bytes), residue(LINK, 64));
    }
}
