//! The length of a frame and of its payload.

use super::beats::{BYTES_BITS, NUMBER_BITS};
use crate::prelude::*;
use tailback_spec::efl::{Efl, BEAT_BYTES};
use tailback_spec::parameter::bits_for;
use tailback_spec::wire::efl::{HEADER_BYTES, LEAST_BYTES, LENGTH_OFFSET, MOST_PADDED};

/// Bits of the number of a payload beat.
pub(super) fn index_bits(efl: &Efl) -> usize {
    bits_for(efl.payload_beats() - 1)
}

/// Bits of the number of bytes of a frame.
const SIZE_BITS: usize = NUMBER_BITS + BYTES_BITS;

block! {
    /// Checks the length of a frame with its last beat, and counts the beats of its payload.
    pub struct ReceiveLength(efl: &Efl) as "tailback_efl_receive_length" {
        /// Bytes of the shortest frame.
        count least = LEAST_BYTES;
        /// Bytes of the frame with the longest payload.
        count most = HEADER_BYTES + efl.payload_bytes() as usize;
        /// Number of the beat with the length of a padded payload.
        count length_number = LENGTH_OFFSET / BEAT_BYTES;
        /// Bytes of the longest padded payload.
        count most_padded = MOST_PADDED;
        /// Bytes of a beat.
        count beat_bytes = BEAT_BYTES;

        /// A beat is in the register.
        input valid;
        /// Byte of the beat that is the length of a padded payload, if it is in this beat.
        input length_byte[8];
        /// The beat is the last one of its frame.
        input last;
        /// The frame of the last beat is bad.
        input bad;
        /// Valid bytes of the beat.
        input bytes[BYTES_BITS];
        /// Number of the beat.
        input number[NUMBER_BITS];
        /// Flag PADDED of the frame.
        input is_padded;
        /// Last beat of a frame was in the register in the previous cycle; the outputs below are of
        /// that frame.
        output_reg ends;
        /// The frame is bad.
        output_reg is_bad;
        /// The frame is cut short.
        output_reg is_short;
        /// As a data frame, it has a length that cannot be, or too long a payload.
        output_reg wrong;
        /// Number of the last beat of the payload.
        output_reg last_index[index_bits(efl)];
        /// Valid bytes of that beat: one bit per byte.
        output_reg keep[BEAT_BYTES];

        /// Bytes of the beats before the last one.
        local full_beats[SIZE_BITS];
        /// Bytes of the frame.
        local size[SIZE_BITS];
        /// Payload bytes of a padded frame, less 1; there are fewer than 64.
        local length_less[6];
        /// Number of the beat, in the width of the number of a payload beat.
        local number_low[index_bits(efl)];
        /// The frame has the length of a padded one.
        local is_least;
        /// Number of the last payload byte in its beat.
        local last_byte[3];
        /// Valid bytes of the last beat of the payload: one bit per byte.
        local found_keep[BEAT_BYTES];
        /// Valid bytes of the beat, modulo 8.
        local bytes_low[3];
    }
}

impl Logic for ReceiveLength {
    #[hdl_gen]
    fn update(&mut self) {
        self.full_beats.next = self.number.val();
        self.full_beats.next = self.full_beats.val() << 3;
        self.size.next = self.full_beats.val() + self.bytes.val();
        self.number_low.next = self.number.val() >> 0;
        self.length_less.next = self.length_byte.val() >> 0;
        self.length_less.next = self.length_less.val() - 1;
        self.is_least.next = self.number.val() == self.length_number.val() && self.bytes.val() == 4;
        self.bytes_low.next = self.bytes.val() >> 0;

        self.ends.next = self.valid.val() && self.last.val();
        if self.valid.val() {
            self.is_bad.next = self.bad.val();
            self.is_short.next = self.size.val() < self.least.val();
        }
        comment!("The payload begins with the last byte of beat 2.");
        self.last_byte.next = self.bytes_low.val();
        if self.is_padded.val() {
            self.last_byte.next = self.length_less.val() >> 0;
        }
        self.found_keep.next = 0.into();
        for octet in 0..self.beat_bytes.val() {
            self.found_keep.next =
                self.found_keep.val().replace_bit(octet, self.last_byte.val() >= octet);
        }
        if self.valid.val() {
            if self.is_padded.val() {
                self.wrong.next = !self.is_least.val()
                    || self.length_byte.val() == 0
                    || self.length_byte.val() > self.most_padded.val();
                self.last_index.next = self.length_less.val() >> 3;
            } else {
                self.wrong.next = self.size.val() > self.most.val();
                self.last_index.next = self.number_low.val() - 3;
                if self.bytes.val() == self.beat_bytes.val() {
                    self.last_index.next = self.number_low.val() - 2;
                }
            }
            self.keep.next = self.found_keep.val();
        }
    }
}
