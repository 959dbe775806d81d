//! Bytes of a beat, aligned to its end.

use super::{BEAT_BYTES, WIDTH_BITS};
use crate::crc::WORD_BITS;
use crate::prelude::*;

/// Bytes of a remainder that a single valid byte does not reach.
const BEYOND_BITS: usize = WORD_BITS - u8::BITS as usize;

block! {
    /// Moves the valid bytes of a beat to its end, and adds the remainder before them.
    ///
    /// With zeros before them, the valid bytes contribute to the remainder at the end of the frame
    /// what they contribute in a whole beat. So a CRC for whole beats also computes the remainder
    /// after a last beat of any length. The bytes of the remainder that the valid bytes do not
    /// reach are added to that of the whole beat.
    pub struct LastBytes() as "tailback_efl_fcs_align" {
        /// Bits of a word.
        count word_bits = WORD_BITS;
        /// Bits of a beat.
        count width_bits = WIDTH_BITS;

        /// Remainder before the beat.
        input remainder[WORD_BITS];
        /// Data of the beat; invalid bytes are 0.
        input data[WIDTH_BITS];
        /// Valid bytes of the beat.
        input valid[BEAT_BYTES];
        /// For each byte, whether it is the last valid one.
        output ends[BEAT_BYTES];
        /// The valid bytes at the end of a beat, with the remainder added to the first ones.
        output aligned[WIDTH_BITS];
        /// Bytes of the remainder that the valid bytes do not reach.
        output beyond[BEYOND_BITS];

        /// Number of the last valid byte.
        local last[3];
        /// Bits behind the valid bytes.
        local back[6];
        /// The remainder, moved, and above it the part that the valid bytes do not reach.
        local moved[WIDTH_BITS + BEYOND_BITS];
        /// The remainder before the aligned bytes.
        local added[WIDTH_BITS];
    }
}

impl Logic for LastBytes {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..7 {
            self.ends.next = self
                .ends
                .val()
                .replace_bit(at, self.valid.val().get_bit(at) && !self.valid.val().get_bit(at + 1));
        }
        self.ends.next = self.ends.val().replace_bit(7, self.valid.val().get_bit(7));

        comment!("AND and OR take fewer lookup tables than a multiplexer.");
        self.moved.next = 0.into();
        for at in 0..8 {
            for n in 0..self.word_bits.val() {
                self.moved.next = self.moved.val().replace_bit(
                    56 - 8 * at + n,
                    self.moved.val().get_bit(56 - 8 * at + n)
                        || (self.ends.val().get_bit(at) && self.remainder.val().get_bit(n)),
                );
            }
        }
        self.added.next = self.moved.val() >> 0;
        self.beyond.next = self.moved.val() >> self.width_bits.val();

        self.last.next = 0.into();
        for at in 1..8 {
            if self.ends.val().get_bit(at) {
                self.last.next = self.last.val() | at;
            }
        }
        self.back.next = !self.last.val();
        self.back.next = self.back.val() << 3;
        self.aligned.next = (self.data.val() << self.back.val()) ^ self.added.val();
    }
}
