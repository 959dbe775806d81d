//! The remainder of the VCRC, as a linear function of the bits that come in (IBA 7.8.2).
//!
//! Bit 0 of a remainder is the coefficient of x^15, the first one on the wire: so are bytes in a
//! word, and a remainder can be added to the 16 bits that come next.

use crate::prelude::*;
use crate::Bits;
use tailback_spec::wire::crc::{LINK_FINAL, LINK_POLYNOMIAL};

/// Bits of a remainder.
pub const REMAINDER_BITS: usize = u16::BITS as usize;

const POLYNOMIAL: u16 = LINK_POLYNOMIAL.reverse_bits();

/// The remainder after so many more bits, all of them zeros.
pub fn after_zeros(remainder: u16, bits: usize) -> u16 {
    (0..bits).fold(remainder, |now, _| now >> 1 ^ if now & 1 == 1 { POLYNOMIAL } else { 0 })
}

/// The remainder from which so many zeros lead to this one.
pub fn before_zeros(remainder: u16, bits: usize) -> u16 {
    // The coefficient of x^0 is 1: whether it was added is seen in bit 15.
    const ADDED: u16 = 1 << (u16::BITS - 1);
    (0..bits).fold(remainder, |now, _| match now & ADDED {
        0 => now << 1,
        _ => (now ^ POLYNOMIAL) << 1 | 1,
    })
}

/// The remainder after a good VCRC and so many zeros.
pub fn residue(zeros: usize) -> u16 {
    after_zeros(LINK_FINAL, REMAINDER_BITS + zeros)
}

/// The bits of the data that bit `number` of the remainder is the parity of.
fn parity(number: usize, data_bits: usize, bits: usize) -> Bits {
    let mut of = Bits::new(data_bits, 0);
    let mut one = after_zeros(1, bits - data_bits);
    for at in (0..data_bits).rev() {
        one = after_zeros(one, 1);
        of = of.replace_bit(at, one >> number & 1 == 1);
    }
    of
}

block! {
    /// The remainder after some bits: those of the data, and zeros behind them.
    ///
    /// A remainder from before is added to the first bits of the data.
    pub struct VcrcRemainder(data_bits: usize, bits: usize) as "tailback_vcrc_remainder" {
        /// Of which bits of the data bit 0 is the parity.
        param row_0[data_bits] = parity(0, data_bits, bits);
        /// Of which bits of the data bit 1 is the parity.
        param row_1[data_bits] = parity(1, data_bits, bits);
        /// Of which bits of the data bit 2 is the parity.
        param row_2[data_bits] = parity(2, data_bits, bits);
        /// Of which bits of the data bit 3 is the parity.
        param row_3[data_bits] = parity(3, data_bits, bits);
        /// Of which bits of the data bit 4 is the parity.
        param row_4[data_bits] = parity(4, data_bits, bits);
        /// Of which bits of the data bit 5 is the parity.
        param row_5[data_bits] = parity(5, data_bits, bits);
        /// Of which bits of the data bit 6 is the parity.
        param row_6[data_bits] = parity(6, data_bits, bits);
        /// Of which bits of the data bit 7 is the parity.
        param row_7[data_bits] = parity(7, data_bits, bits);
        /// Of which bits of the data bit 8 is the parity.
        param row_8[data_bits] = parity(8, data_bits, bits);
        /// Of which bits of the data bit 9 is the parity.
        param row_9[data_bits] = parity(9, data_bits, bits);
        /// Of which bits of the data bit 10 is the parity.
        param row_10[data_bits] = parity(10, data_bits, bits);
        /// Of which bits of the data bit 11 is the parity.
        param row_11[data_bits] = parity(11, data_bits, bits);
        /// Of which bits of the data bit 12 is the parity.
        param row_12[data_bits] = parity(12, data_bits, bits);
        /// Of which bits of the data bit 13 is the parity.
        param row_13[data_bits] = parity(13, data_bits, bits);
        /// Of which bits of the data bit 14 is the parity.
        param row_14[data_bits] = parity(14, data_bits, bits);
        /// Of which bits of the data bit 15 is the parity.
        param row_15[data_bits] = parity(15, data_bits, bits);

        /// The first bits; bit 0 comes first.
        input data[data_bits];
        /// The remainder after all of them.
        output remainder[REMAINDER_BITS];
    }
}

impl Logic for VcrcRemainder {
    #[hdl_gen]
    fn update(&mut self) {
        self.remainder.next =
            self.remainder.val().replace_bit(0, (self.data.val() & self.row_0.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(1, (self.data.val() & self.row_1.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(2, (self.data.val() & self.row_2.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(3, (self.data.val() & self.row_3.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(4, (self.data.val() & self.row_4.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(5, (self.data.val() & self.row_5.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(6, (self.data.val() & self.row_6.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(7, (self.data.val() & self.row_7.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(8, (self.data.val() & self.row_8.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(9, (self.data.val() & self.row_9.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(10, (self.data.val() & self.row_10.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(11, (self.data.val() & self.row_11.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(12, (self.data.val() & self.row_12.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(13, (self.data.val() & self.row_13.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(14, (self.data.val() & self.row_14.val()).xor());
        self.remainder.next =
            self.remainder.val().replace_bit(15, (self.data.val() & self.row_15.val()).xor());
    }
}

/// The bits of the remainder from which those after zeros come: 16 for each bit of each remainder.
fn zeros_parities(zeros: &[usize]) -> Bits {
    let mut of = Bits::new(zeros.len() * REMAINDER_BITS * REMAINDER_BITS, 0);
    for (which, zeros) in zeros.iter().enumerate() {
        for from in 0..REMAINDER_BITS {
            let to = after_zeros(1 << from, *zeros);
            for bit in 0..REMAINDER_BITS {
                let row = which * REMAINDER_BITS + bit;
                of = of.replace_bit(row * REMAINDER_BITS + from, to >> bit & 1 == 1);
            }
        }
    }
    of
}

block! {
    /// What becomes of a remainder after zeros, of several numbers.
    pub struct VcrcZeros(zeros: &[usize]) as "tailback_vcrc_zeros" {
        /// Numbers of zeros.
        count numbers = zeros.len();
        /// Of which of its bits each bit of each remainder is the parity.
        param rows[zeros.len() * REMAINDER_BITS * REMAINDER_BITS] = zeros_parities(zeros);

        /// The remainder.
        input data[REMAINDER_BITS];
        /// The remainder after each number of zeros.
        output(zeros.len()) remainder[REMAINDER_BITS];

        /// The remainder for each of these bits.
        local copies[zeros.len() * REMAINDER_BITS * REMAINDER_BITS];
        /// What the parities are of.
        local picked[zeros.len() * REMAINDER_BITS * REMAINDER_BITS];
    }
}

impl Logic for VcrcZeros {
    #[hdl_gen]
    fn update(&mut self) {
        for number in 0..self.numbers.val() {
            for to in 0..16 {
                for from in 0..16 {
                    self.copies.next = self
                        .copies
                        .val()
                        .replace_bit(256 * number + 16 * to + from, self.data.val().get_bit(from));
                }
            }
        }
        self.picked.next = self.copies.val() & self.rows.val();
        for number in 0..self.numbers.val() {
            for to in 0..16 {
                self.remainder[number].next = self.remainder[number].val().replace_bit(
                    to,
                    self.picked.val().get_bits::<16>(256 * number + 16 * to).xor(),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::wire::crc::{vcrc, vcrc_change, LINK_SEED};

    /// The remainder after these bytes, by the block.
    fn remainder(from: u16, bytes: &[u8; 8]) -> u16 {
        let mut block = VcrcRemainder::new(64, 64);
        let word = u128::from(u64::from_le_bytes(*bytes)) ^ u128::from(from);
        block.data.drive(Bits::new(64, word));
        settle(&mut block).expect("a block that settles");
        block.remainder.read().index() as u16
    }

    #[test]
    fn the_complement_of_the_remainder_is_the_vcrc() {
        let bytes: [u8; 16] = std::array::from_fn(|at| (at * 37 + 5) as u8);
        let (first, second) = bytes.split_at(8);
        let half = remainder(LINK_SEED, first.try_into().expect("8 bytes"));
        let all = remainder(half, second.try_into().expect("8 bytes"));
        assert_eq!((all ^ LINK_FINAL).to_le_bytes(), vcrc(&bytes));
    }

    #[test]
    fn a_flipped_bit_changes_it_as_the_specification_says() {
        for bytes_after in 0..20 {
            let change = after_zeros(0x80, 8 * (1 + bytes_after));
            assert_eq!(change.to_le_bytes(), vcrc_change(0x80, bytes_after));
            assert_eq!(before_zeros(change, 8 * (1 + bytes_after)), 0x80);
        }
    }

    #[test]
    fn a_good_vcrc_leaves_the_residue() {
        let mut bytes = [0x5A; 8];
        let vcrc = vcrc(&bytes[..6]);
        bytes[6..].copy_from_slice(&vcrc);
        let found = remainder(LINK_SEED, &bytes);
        assert_eq!(found, residue(0));
        assert_eq!(remainder(found, &[0; 8]), residue(64));
    }
}
