//! The remainder that is expected before the last bytes of a frame.

use super::CRC;
use crate::crc::{after_zeros, WORD_BITS};
use crate::prelude::*;

/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
/// Bytes of a word.
const WORD_BYTES: usize = WORD_BITS / BYTE;

/// Remainder before `bytes` bytes that are 0 and end a good frame.
fn before_end(bytes: usize) -> u128 {
    after_zeros(CRC, CRC.complement, WORD_BITS - BYTE * bytes).into()
}

block! {
    /// Computes the remainder that a good frame has before its last 1 to 4 bytes.
    ///
    /// The remainder after a good frame is a constant. Before its last bytes, it is the sum of
    /// these bytes and a constant for their number, so that a check is one comparison.
    pub struct ExpectedRemainder() as "tailback_efl_fcs_expected" {
        /// Remainder before a last byte that is 0.
        param one[WORD_BITS] = before_end(1);
        /// Remainder before two last bytes that are 0.
        param two[WORD_BITS] = before_end(2);
        /// Remainder before three last bytes that are 0.
        param three[WORD_BITS] = before_end(3);
        /// Remainder before four last bytes that are 0.
        param four[WORD_BITS] = before_end(4);

        /// Word with the last bytes of a frame.
        input word[WORD_BITS];
        /// Valid bytes of the word, at least one.
        input valid[WORD_BYTES];
        /// Remainder before the word.
        output expected[WORD_BITS];

        /// The word without its invalid bytes.
        local covered[WORD_BITS];
        /// Remainder before so many bytes that are 0.
        local constant[WORD_BITS];
    }
}

impl Logic for ExpectedRemainder {
    #[hdl_gen]
    fn update(&mut self) {
        for octet in 0..4 {
            for at in 0..8 {
                self.covered.next = self.covered.val().replace_bit(
                    8 * octet + at,
                    self.word.val().get_bit(8 * octet + at) && self.valid.val().get_bit(octet),
                );
            }
        }
        self.constant.next = self.one.val();
        if self.valid.val().get_bit(3) {
            self.constant.next = self.four.val();
        } else if self.valid.val().get_bit(2) {
            self.constant.next = self.three.val();
        } else if self.valid.val().get_bit(1) {
            self.constant.next = self.two.val();
        }
        self.expected.next = self.covered.val() ^ self.constant.val();
    }
}
