//! Checksums, four bytes in a step (IBA 7.8).

use crate::prelude::*;
use crate::Bits;
use tailback_spec::wire::crc::LINK_POLYNOMIAL;

/// Bits of a word.
pub const WORD_BITS: usize = u32::BITS as usize;

/// Bits of an ICRC.
pub const INVARIANT_BITS: usize = u32::BITS as usize;

/// Bits of a VCRC.
pub const VARIANT_BITS: usize = u16::BITS as usize;

/// The polynomial of Ethernet without x³², the coefficient of x³¹ first (IBA 7.8.1).
const INVARIANT_POLYNOMIAL: u32 = 0x04C1_1DB7;

/// The remainder after a word. Bit 0 of the word is the first bit on the wire; bit 0 of the
/// remainder is the coefficient of the highest power.
fn remainder(word: u32, polynomial: u32) -> u32 {
    (0..WORD_BITS).fold(word, |now, _| now >> 1 ^ if now & 1 == 1 { polynomial } else { 0 })
}

/// For each of `bits` bits of the remainder, the bits of the word that it is the parity of.
fn rows(bits: usize, polynomial: u32) -> Bits {
    let mut of = Bits::new(bits * WORD_BITS, 0);
    for from in 0..WORD_BITS {
        let to = remainder(1 << from, polynomial);
        for bit in 0..bits {
            of = of.replace_bit(bit * WORD_BITS + from, to >> bit & 1 == 1);
        }
    }
    of
}

/// A step of the ICRC.
pub fn invariant_step() -> CrcStep {
    CrcStep::new(INVARIANT_BITS, INVARIANT_POLYNOMIAL.reverse_bits())
}

/// A step of the VCRC.
pub fn variant_step() -> CrcStep {
    CrcStep::new(VARIANT_BITS, LINK_POLYNOMIAL.reverse_bits().into())
}

block! {
    /// Remainder of a checksum after four bytes, to the first of which the remainder before them is
    /// added.
    ///
    /// Bit 0 of a remainder is the coefficient of the highest power, as bit 0 of the word is the
    /// first on the wire.
    pub struct CrcStep(bits: usize, polynomial: u32) as "tailback_crc_step" {
        /// Bits of the remainder.
        count bits = bits;
        /// For each bit of the remainder, a mask of the word's bits whose parity it is.
        param rows[bits * WORD_BITS] = rows(bits, polynomial);

        /// Word of four bytes, with the remainder before it added.
        input data[WORD_BITS];
        /// Remainder after the word.
        output remainder[bits];

        /// Word, repeated for each bit of the remainder.
        local copies[bits * WORD_BITS];
        /// Bits of the word that count for each bit of the remainder.
        local picked[bits * WORD_BITS];
    }
}

impl Logic for CrcStep {
    #[hdl_gen]
    fn update(&mut self) {
        for to in 0..self.bits.val() {
            for from in 0..32 {
                self.copies.next =
                    self.copies.val().replace_bit(32 * to + from, self.data.val().get_bit(from));
            }
        }
        self.picked.next = self.copies.val() & self.rows.val();
        for to in 0..self.bits.val() {
            self.remainder.next = self
                .remainder
                .val()
                .replace_bit(to, self.picked.val().get_bits::<32>(32 * to).xor());
        }
    }
}
