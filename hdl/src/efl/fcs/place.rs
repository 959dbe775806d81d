//! The bytes of an FCS behind the last bytes of a frame.

use super::{BEAT_BYTES, WIDTH_BITS};
use crate::crc::WORD_BITS;
use crate::prelude::*;

block! {
    /// Moves the FCS behind the last byte of a frame, within two beats.
    pub struct FcsPlace() as "tailback_efl_fcs_place" {
        /// Bits of a word.
        count word_bits = WORD_BITS;
        /// Bits of a beat.
        count width_bits = WIDTH_BITS;

        /// FCS.
        input fcs[WORD_BITS];
        /// For each byte of the beat, whether it is the last one of the frame.
        input ends[BEAT_BYTES];
        /// Bytes of the FCS at their places in the beat; other bytes are 0.
        output placed[WIDTH_BITS];
        /// Bytes of the FCS in the next beat; other bytes are 0.
        output rest[WORD_BITS];

        /// Both beats.
        local both[WIDTH_BITS + WORD_BITS];
    }
}

impl Logic for FcsPlace {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("AND and OR take fewer lookup tables than a multiplexer.");
        self.both.next = 0.into();
        for at in 0..8 {
            for n in 0..self.word_bits.val() {
                self.both.next = self.both.val().replace_bit(
                    8 * at + n + 8,
                    self.both.val().get_bit(8 * at + n + 8)
                        || (self.ends.val().get_bit(at) && self.fcs.val().get_bit(n)),
                );
            }
        }
        self.placed.next = self.both.val() >> 0;
        self.rest.next = self.both.val() >> self.width_bits.val();
    }
}
