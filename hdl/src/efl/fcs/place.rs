//! The bytes of an FCS behind the last bytes of a frame.

use super::{BEAT_BYTES, WIDTH_BITS};
use crate::crc::WORD_BITS;
use crate::prelude::*;

block! {
    /// Moves the FCS behind the last byte of a frame, within two beats.
    pub struct FcsPlace() as "tailback_efl_fcs_place" {
        /// FCS, to be placed in the last beat of the frame.
        input fcs[WORD_BITS];
        /// For each byte of this beat, whether it is the last one of the frame.
        input ends[BEAT_BYTES];
        /// FCS, to be placed in the beat after the last one.
        input late_fcs[WORD_BITS];
        /// For each byte of the last beat, whether it is the last one of the frame.
        input late_ends[BEAT_BYTES];
        /// Bytes of the FCS at their places in the beat; other bytes are 0.
        output placed[WIDTH_BITS];

        /// `fcs` as the first bytes of a beat.
        local first[WIDTH_BITS];
        /// `late_fcs` as the first bytes of a beat.
        local late[WIDTH_BITS];
    }
}

impl Logic for FcsPlace {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.fcs.val();
        self.late.next = self.late_fcs.val();
        self.placed.next = 0.into();
        for at in 0..7 {
            if self.ends.val().get_bit(at) {
                self.placed.next = self.placed.val() | (self.first.val() << (8 * at + 8));
            }
        }
        for at in 4..8 {
            if self.late_ends.val().get_bit(at) {
                self.placed.next = self.placed.val() | (self.late.val() >> (56 - 8 * at));
            }
        }
    }
}
