//! Bytes of a beat, aligned to its end.

use super::{BEAT_BYTES, WIDTH_BITS};
use crate::crc::WORD_BITS;
use crate::prelude::*;

block! {
    /// Moves the valid bytes of a beat to its end, and adds the remainder before them.
    ///
    /// With zeros before them, the valid bytes contribute to the remainder at the end of the frame
    /// what they contribute in a whole beat. So a CRC for whole beats also computes the remainder
    /// after a last beat of any length. The bytes of the remainder that the valid bytes do not
    /// reach are added to that of the whole beat.
    pub struct LastBytes() as "tailback_efl_fcs_align" {
        /// Number of the last byte of a beat.
        count last_byte = BEAT_BYTES - 1;

        /// Remainder before the beat.
        input remainder[WORD_BITS];
        /// Data of the beat; invalid bytes are 0.
        input data[WIDTH_BITS];
        /// For each byte, whether it is the last valid one.
        input ends[BEAT_BYTES];
        /// The valid bytes at the end of a beat, with the remainder added to the first ones.
        output aligned[WIDTH_BITS];
        /// Bytes of the remainder that the valid bytes do not reach.
        output beyond[WORD_BITS];

        /// The remainder as first bytes of a beat.
        local first[WIDTH_BITS];
        /// The remainder before the aligned bytes.
        local moved[WIDTH_BITS];
        /// The aligned bytes.
        local bytes[WIDTH_BITS];
    }
}

impl Logic for LastBytes {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.remainder.val();
        self.moved.next = 0.into();
        self.bytes.next = 0.into();
        self.beyond.next = 0.into();
        for at in 0..8 {
            if self.ends.val().get_bit(at) {
                self.moved.next =
                    self.moved.val() | (self.first.val() << (8 * (self.last_byte.val() - at)));
                self.bytes.next =
                    self.bytes.val() | (self.data.val() << (8 * (self.last_byte.val() - at)));
            }
        }
        for at in 0..3 {
            if self.ends.val().get_bit(at) {
                self.beyond.next = self.beyond.val() | (self.remainder.val() >> (8 * at + 8));
            }
        }
        self.aligned.next = self.moved.val() ^ self.bytes.val();
    }
}
