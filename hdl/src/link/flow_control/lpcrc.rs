//! The LPCRC of a flow-control packet.

use crate::comment;
use crate::prelude::*;

/// x¹² + x³ + x + 1; the coefficient of x¹⁶ is the one that is shifted out.
const POLYNOMIAL: u128 = 1 << 12 | 1 << 3 | 1 << 1 | 1;
/// The remainder before the first bit.
const SEED: u128 = 0xFFFF;

block! {
    /// The LPCRC of the first four bytes of a flow-control packet, as it is sent after them.
    ///
    /// The polynomial is x^16 + x^12 + x^3 + x + 1. Each byte goes in with its least significant
    /// bit first; the remainder is complemented, and the bits of its two bytes are reversed.
    pub struct Lpcrc() as "tailback_lpcrc" {
        /// Bytes that the LPCRC covers.
        count bytes = 4;
        /// The polynomial without its highest coefficient.
        param polynomial[16] = POLYNOMIAL;
        /// The remainder before the first bit.
        param seed[16] = SEED;

        /// The four bytes; the first one on the wire has the most significant bits.
        input data[32];
        /// The two bytes that follow them.
        output lpcrc[16];

        /// The remainder.
        local remainder[16];
    }
}

impl Logic for Lpcrc {
    #[hdl_gen]
    fn update(&mut self) {
        self.remainder.next = self.seed.val();
        for octet in 0..self.bytes.val() {
            for at in 0..8 {
                if self.remainder.val().get_bit(15) != self.data.val().get_bit(24 - 8 * octet + at)
                {
                    comment!("4107 is x^12 + x^3 + x + 1: x^16 has been shifted out.");
                    self.remainder.next = (self.remainder.val() << 1) ^ self.polynomial.val();
                } else {
                    self.remainder.next = self.remainder.val() << 1;
                }
            }
        }
        comment!("The coefficient of x^15 is the first bit on the wire.");
        for at in 0..8 {
            self.lpcrc.next =
                self.lpcrc.val().replace_bit(8 + at, !self.remainder.val().get_bit(15 - at));
            self.lpcrc.next =
                self.lpcrc.val().replace_bit(at, !self.remainder.val().get_bit(7 - at));
        }
    }
}
