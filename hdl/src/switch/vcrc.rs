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

/// The bits of a word that bit `number` of the remainder is the parity of.
fn parity(number: usize, width_bits: usize) -> Bits {
    let mut of = Bits::new(width_bits, 0);
    let mut one = 1;
    for at in (0..width_bits).rev() {
        one = after_zeros(one, 1);
        of = of.replace_bit(at, one >> number & 1 == 1);
    }
    of
}

/// Bits that count or do not count together: packets end in their middle, behind the VCRC.
const GROUP_BITS: usize = 32;

block! {
    /// The remainder after a word, of which some groups of four bytes are taken as zeros.
    ///
    /// The groups begin two bytes before the word and end two bytes behind it: of the first one and
    /// of the last one, two bytes are there. The remainder from before is added to the first bytes of
    /// the word.
    pub struct VcrcRemainder(width_bits: usize) as "tailback_vcrc_remainder" {
        /// The last group.
        count last_group = width_bits / GROUP_BITS;
        /// Its first bit.
        count last_start = width_bits - GROUP_BITS / 2;
        /// Of which bits bit 0 is the parity.
        param row_0[width_bits] = parity(0, width_bits);
        /// Of which bits bit 1 is the parity.
        param row_1[width_bits] = parity(1, width_bits);
        /// Of which bits bit 2 is the parity.
        param row_2[width_bits] = parity(2, width_bits);
        /// Of which bits bit 3 is the parity.
        param row_3[width_bits] = parity(3, width_bits);
        /// Of which bits bit 4 is the parity.
        param row_4[width_bits] = parity(4, width_bits);
        /// Of which bits bit 5 is the parity.
        param row_5[width_bits] = parity(5, width_bits);
        /// Of which bits bit 6 is the parity.
        param row_6[width_bits] = parity(6, width_bits);
        /// Of which bits bit 7 is the parity.
        param row_7[width_bits] = parity(7, width_bits);
        /// Of which bits bit 8 is the parity.
        param row_8[width_bits] = parity(8, width_bits);
        /// Of which bits bit 9 is the parity.
        param row_9[width_bits] = parity(9, width_bits);
        /// Of which bits bit 10 is the parity.
        param row_10[width_bits] = parity(10, width_bits);
        /// Of which bits bit 11 is the parity.
        param row_11[width_bits] = parity(11, width_bits);
        /// Of which bits bit 12 is the parity.
        param row_12[width_bits] = parity(12, width_bits);
        /// Of which bits bit 13 is the parity.
        param row_13[width_bits] = parity(13, width_bits);
        /// Of which bits bit 14 is the parity.
        param row_14[width_bits] = parity(14, width_bits);
        /// Of which bits bit 15 is the parity.
        param row_15[width_bits] = parity(15, width_bits);

        /// The word; bit 0 comes first.
        input data[width_bits];
        /// Which groups count; the first one always does.
        input counts[width_bits / GROUP_BITS];
        /// The remainder after it.
        output remainder[REMAINDER_BITS];

        /// What the parities are of.
        local(REMAINDER_BITS) picked[width_bits];
        /// The parities of the groups that count.
        local(REMAINDER_BITS) parities[width_bits / GROUP_BITS + 1];
    }
}

impl Logic for VcrcRemainder {
    #[hdl_gen]
    fn update(&mut self) {
        self.picked[0].next = self.data.val() & self.row_0.val();
        self.picked[1].next = self.data.val() & self.row_1.val();
        self.picked[2].next = self.data.val() & self.row_2.val();
        self.picked[3].next = self.data.val() & self.row_3.val();
        self.picked[4].next = self.data.val() & self.row_4.val();
        self.picked[5].next = self.data.val() & self.row_5.val();
        self.picked[6].next = self.data.val() & self.row_6.val();
        self.picked[7].next = self.data.val() & self.row_7.val();
        self.picked[8].next = self.data.val() & self.row_8.val();
        self.picked[9].next = self.data.val() & self.row_9.val();
        self.picked[10].next = self.data.val() & self.row_10.val();
        self.picked[11].next = self.data.val() & self.row_11.val();
        self.picked[12].next = self.data.val() & self.row_12.val();
        self.picked[13].next = self.data.val() & self.row_13.val();
        self.picked[14].next = self.data.val() & self.row_14.val();
        self.picked[15].next = self.data.val() & self.row_15.val();
        for number in 0..16 {
            self.parities[number].next = self.parities[number]
                .val()
                .replace_bit(0, self.picked[number].val().get_bits::<16>(0).xor());
            for group in 1..self.last_group.val() {
                self.parities[number].next = self.parities[number].val().replace_bit(
                    group,
                    self.counts.val().get_bit(group - 1)
                        && self.picked[number].val().get_bits::<32>(32 * group - 16).xor(),
                );
            }
            self.parities[number].next = self.parities[number].val().replace_bit(
                self.last_group.val(),
                self.counts.val().get_bit(self.last_group.val() - 1)
                    && self.picked[number].val().get_bits::<16>(self.last_start.val()).xor(),
            );
            self.remainder.next =
                self.remainder.val().replace_bit(number, self.parities[number].val().xor());
        }
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
        let mut block = VcrcRemainder::new(64);
        block.counts.drive(Bits::new(2, 0b11));
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
