//! The remainder of the VCRC, as a linear function of the bits received (IBA 7.8.2).
//!
//! Bit 0 of a remainder is the coefficient of x^15, the first one on the wire. Bytes in a beat have
//! the same order, so that a remainder can be xored with the next 16 bits.

use crate::prelude::*;
use crate::Bits;
use tailback_spec::wire::crc::{LINK_FINAL, LINK_POLYNOMIAL};

/// Bits of a remainder.
pub const REMAINDER_BITS: usize = u16::BITS as usize;

const POLYNOMIAL: u16 = LINK_POLYNOMIAL.reverse_bits();

/// The remainder after this number of further bits, all of them zero.
pub fn after_zeros(remainder: u16, bits: usize) -> u16 {
    (0..bits).fold(remainder, |now, _| now >> 1 ^ if now & 1 == 1 { POLYNOMIAL } else { 0 })
}

/// The remainder that becomes this one after this number of zero bits.
pub fn before_zeros(remainder: u16, bits: usize) -> u16 {
    // The coefficient of x^0 is 1: bit 15 shows whether the polynomial was added.
    const ADDED: u16 = 1 << (u16::BITS - 1);
    (0..bits).fold(remainder, |now, _| match now & ADDED {
        0 => now << 1,
        _ => (now ^ POLYNOMIAL) << 1 | 1,
    })
}

/// The remainder after a good VCRC and this number of zero bits.
pub fn residue(zeros: usize) -> u16 {
    after_zeros(LINK_FINAL, REMAINDER_BITS + zeros)
}

/// The bits of a beat whose parity is bit `number` of the remainder.
fn parity(number: usize, width_bits: usize) -> Bits {
    let mut of = Bits::new(width_bits, 0);
    let mut one = 1;
    for at in (0..width_bits).rev() {
        one = after_zeros(one, 1);
        of = of.replace_bit(at, one >> number & 1 == 1);
    }
    of
}

/// Bits of a group, all valid or none: a packet ends in the middle of one, after its VCRC.
const GROUP_BITS: usize = 32;

block! {
    /// Computes the remainder after a beat, with some groups of four bytes taken as zeros.
    ///
    /// The groups begin two bytes before the beat and end two bytes after it, so that the first and
    /// the last group have only two bytes in the beat. The remainder before the beat must be xored
    /// with the first two bytes of the beat.
    pub struct VcrcRemainder(width_bits: usize) as "tailback_vcrc_remainder" {
        /// Index of the last group.
        count last_group = width_bits / GROUP_BITS;
        /// First bit of the last group.
        count last_start = width_bits - GROUP_BITS / 2;
        /// Data bits whose parity is bit 0 of the remainder.
        param row_0[width_bits] = parity(0, width_bits);
        /// Data bits whose parity is bit 1 of the remainder.
        param row_1[width_bits] = parity(1, width_bits);
        /// Data bits whose parity is bit 2 of the remainder.
        param row_2[width_bits] = parity(2, width_bits);
        /// Data bits whose parity is bit 3 of the remainder.
        param row_3[width_bits] = parity(3, width_bits);
        /// Data bits whose parity is bit 4 of the remainder.
        param row_4[width_bits] = parity(4, width_bits);
        /// Data bits whose parity is bit 5 of the remainder.
        param row_5[width_bits] = parity(5, width_bits);
        /// Data bits whose parity is bit 6 of the remainder.
        param row_6[width_bits] = parity(6, width_bits);
        /// Data bits whose parity is bit 7 of the remainder.
        param row_7[width_bits] = parity(7, width_bits);
        /// Data bits whose parity is bit 8 of the remainder.
        param row_8[width_bits] = parity(8, width_bits);
        /// Data bits whose parity is bit 9 of the remainder.
        param row_9[width_bits] = parity(9, width_bits);
        /// Data bits whose parity is bit 10 of the remainder.
        param row_10[width_bits] = parity(10, width_bits);
        /// Data bits whose parity is bit 11 of the remainder.
        param row_11[width_bits] = parity(11, width_bits);
        /// Data bits whose parity is bit 12 of the remainder.
        param row_12[width_bits] = parity(12, width_bits);
        /// Data bits whose parity is bit 13 of the remainder.
        param row_13[width_bits] = parity(13, width_bits);
        /// Data bits whose parity is bit 14 of the remainder.
        param row_14[width_bits] = parity(14, width_bits);
        /// Data bits whose parity is bit 15 of the remainder.
        param row_15[width_bits] = parity(15, width_bits);

        /// Beat data, xored with the remainder before it; bit 0 is the first on the wire.
        input data[width_bits];
        /// Groups that count, one bit each, from the second group on; the first one always counts.
        input counts[width_bits / GROUP_BITS];
        /// Remainder after the beat.
        output remainder[REMAINDER_BITS];

        /// Data bits selected for each bit of the remainder.
        local(REMAINDER_BITS) picked[width_bits];
        /// Parity of each group that counts, for each bit of the remainder.
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

/// Parity matrix of the remainders after zeros: 16 bits for each bit of each remainder.
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
    /// Computes the remainders after given numbers of zero bits.
    pub struct VcrcZeros(zeros: &[usize]) as "tailback_vcrc_zeros" {
        /// Number of remainders to compute.
        count numbers = zeros.len();
        /// Parity matrix: for each bit of each remainder, 16 bits that select bits of the input.
        param rows[zeros.len() * REMAINDER_BITS * REMAINDER_BITS] = zeros_parities(zeros);

        /// Remainder before the zeros.
        input data[REMAINDER_BITS];
        /// Remainder after each number of zeros.
        output(zeros.len()) remainder[REMAINDER_BITS];

        /// Copy of the input for each bit of each remainder.
        local copies[zeros.len() * REMAINDER_BITS * REMAINDER_BITS];
        /// Input bits selected by the parity matrix.
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

    /// The remainder after these bytes, as the module computes it.
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
