//! The LPCRC of a flow-control packet.

use crate::comment;
use crate::prelude::*;
use crate::Bits;
use tailback_spec::wire::crc;

/// Bits that the LPCRC covers.
const DATA_BITS: usize = 32;
/// Bits of the LPCRC.
const LPCRC_BITS: usize = u16::BITS as usize;

/// The LPCRC of these bits; the first byte on the wire is the most significant one.
fn lpcrc(data: u32) -> u16 {
    u16::from_be_bytes(crc::lpcrc(&data.to_be_bytes()))
}

/// Parity matrix: for each bit of the LPCRC, 32 bits that select data bits.
fn rows() -> Bits {
    let mut rows = Bits::new(LPCRC_BITS * DATA_BITS, 0);
    for from in 0..DATA_BITS {
        let column = lpcrc(1 << from) ^ lpcrc(0);
        for to in 0..LPCRC_BITS {
            rows = rows.replace_bit(DATA_BITS * to + from, column >> to & 1 == 1);
        }
    }
    rows
}

block! {
    /// Computes the LPCRC of the first four bytes of a flow-control packet, as it is transmitted.
    ///
    /// The polynomial is x^16 + x^12 + x^3 + x + 1. Each byte is shifted in least significant bit
    /// first; the remainder is complemented, and the bits of its two bytes are reversed. So each
    /// bit of the LPCRC is the parity of some data bits, or its complement.
    pub struct Lpcrc() as "tailback_lpcrc" {
        /// Parity matrix: for each bit of the LPCRC, 32 bits that select data bits.
        param rows[LPCRC_BITS * DATA_BITS] = rows();
        /// LPCRC of 32 zero bits.
        param of_zeros[LPCRC_BITS] = u128::from(lpcrc(0));

        /// First four bytes of the packet; the first byte on the wire is the most significant one.
        input data[DATA_BITS];
        /// Last two bytes of the packet: the LPCRC.
        output lpcrc[LPCRC_BITS];

        /// Copy of the data for each bit of the LPCRC.
        local copies[LPCRC_BITS * DATA_BITS];
        /// Data bits selected by the parity matrix.
        local picked[LPCRC_BITS * DATA_BITS];
        /// Parity of the selected data bits, for each bit of the LPCRC.
        local parities[LPCRC_BITS];
    }
}

impl Logic for Lpcrc {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Parities take fewer levels of logic than a bit-serial CRC.");
        for to in 0..16 {
            for from in 0..32 {
                self.copies.next =
                    self.copies.val().replace_bit(32 * to + from, self.data.val().get_bit(from));
            }
        }
        self.picked.next = self.copies.val() & self.rows.val();
        for to in 0..16 {
            self.parities.next = self
                .parities
                .val()
                .replace_bit(to, self.picked.val().get_bits::<32>(32 * to).xor());
        }
        self.lpcrc.next = self.parities.val() ^ self.of_zeros.val();
    }
}
