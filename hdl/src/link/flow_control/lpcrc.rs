//! The LPCRC of a flow-control packet.

use crate::crc::{ByteOrder, Crc, Word, WORD_BITS};
use crate::prelude::*;
use tailback_spec::wire::crc::{lpcrc, LINK};

block! {
    /// Computes the LPCRC of the first four bytes of a flow-control packet, as it is transmitted.
    ///
    /// The polynomial is x^16 + x^12 + x^3 + x + 1. Each byte is shifted in least significant bit
    /// first; the remainder is complemented, and the bits of its two bytes are reversed. So each
    /// bit of the LPCRC is the parity of some data bits, or its complement.
    pub struct Lpcrc() as "tailback_lpcrc" {
        /// LPCRC of 32 zero bits.
        param of_zeros[LINK.bits] = u128::from(u16::from_be_bytes(lpcrc(&[0; 4])));

        /// First four bytes of the packet; the first byte on the wire is the most significant one.
        input data[WORD_BITS];
        /// Last two bytes of the packet: the LPCRC.
        output lpcrc[LINK.bits];

        /// Computes the parities of data bits.
        sub parities: Crc = Crc::new(LINK, ByteOrder::BigEndian, &[Word::whole(WORD_BITS)]);
    }
    connect { parities: data; }
}

impl Logic for Lpcrc {
    #[hdl_gen]
    fn update(&mut self) {
        self.lpcrc.next = self.parities.remainder[0].val() ^ self.of_zeros.val();
    }
}
