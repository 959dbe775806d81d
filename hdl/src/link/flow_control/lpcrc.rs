//! The LPCRC of a flow-control packet.

use crate::comment;
use crate::prelude::*;
use crate::Bits;
use tailback_spec::wire::crc;

/// Bits that the LPCRC covers.
const DATA_BITS: usize = 32;
/// Bits of the LPCRC.
const LPCRC_BITS: usize = u16::BITS as usize;

/// The LPCRC of these bits, of which the first byte on the wire is the most significant one.
fn lpcrc(data: u32) -> u16 {
    u16::from_be_bytes(crc::lpcrc(&data.to_be_bytes()))
}

/// The bits of the data of which each bit of the LPCRC is the parity, 32 for each.
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
    /// The LPCRC of the first four bytes of a flow-control packet, as it is sent after them.
    ///
    /// The polynomial is x^16 + x^12 + x^3 + x + 1. Each byte goes in with its least significant
    /// bit first; the remainder is complemented, and the bits of its two bytes are reversed. That
    /// makes each bit of the LPCRC the parity of some bits of the data, or its complement.
    pub struct Lpcrc() as "tailback_lpcrc" {
        /// Of which bits of the data each bit of the LPCRC is the parity, 32 for each.
        param rows[LPCRC_BITS * DATA_BITS] = rows();
        /// The LPCRC of zeros.
        param of_zeros[LPCRC_BITS] = u128::from(lpcrc(0));

        /// The four bytes; the first one on the wire has the most significant bits.
        input data[DATA_BITS];
        /// The two bytes that follow them.
        output lpcrc[LPCRC_BITS];

        /// The data for each bit of the LPCRC.
        local copies[LPCRC_BITS * DATA_BITS];
        /// What the parities are of.
        local picked[LPCRC_BITS * DATA_BITS];
        /// The parities.
        local parities[LPCRC_BITS];
    }
}

impl Logic for Lpcrc {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Parities, and not bit after bit: they take a few levels of logic.");
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
