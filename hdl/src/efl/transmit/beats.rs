//! Beats of the host.

use super::sizes::{beat_bits, INDEX_BITS, LENGTH_BITS, SIZE_BITS};
use crate::prelude::*;
use tailback_spec::efl::{Efl, BEAT_BYTES, WIDTH_BITS};

block! {
    /// Delays the beats of the host by two cycles, while the state of their flow is read, and
    /// counts the bytes of a packet. Invalid bytes become 0.
    pub struct TransmitBeats(efl: &Efl) as "tailback_efl_transmit_beats" {
        /// Bytes of a beat.
        count beat_bytes = BEAT_BYTES;
        /// Beats of the longest payload.
        count most_beats = efl.payload_beats() as usize;
        /// Bytes of the longest payload.
        count most = efl.payload_bytes() as usize;

        /// A beat is accepted.
        input take;
        /// Bytes of the beat.
        input data[WIDTH_BITS];
        /// Valid bytes of the beat: one bit per byte; counts with the last beat.
        input keep[BEAT_BYTES];
        /// The beat is the last one of its packet.
        input last;
        /// The first beat of a packet is accepted.
        output first;
        /// The last beat of a packet was accepted in the previous cycle.
        output ended;
        /// A beat was accepted two cycles ago; the outputs below belong to it.
        output_reg valid_2;
        /// The beat is the last one of its packet.
        output_reg last_2;
        /// The beat is within the longest payload.
        output_reg fits_2;
        /// Bytes of the beat; 0 if they are not valid.
        output_reg data_2[WIDTH_BITS];
        /// Number of the beat in its packet, in the width of the beats of a slot.
        output_reg index_2[beat_bits(efl)];
        /// Bytes of the packet, with its last beat, unless it is too long.
        output_reg payload_2[SIZE_BITS];
        /// The packet is longer than the longest payload; with its last beat.
        output_reg long_2;

        /// Number of valid bytes.
        local found[4];
        /// Byte mask of the beat: the bytes up to the first one that is not valid.
        local mask[BEAT_BYTES];
        /// All bytes up to the current one are valid.
        local all_valid;
        /// Beat with zeros for its invalid bytes.
        local masked[WIDTH_BITS];
        /// Bytes of the packet.
        local payload[LENGTH_BITS];
        /// Number of the next beat in its packet; saturates at 255.
        reg index[INDEX_BITS];
        /// A beat was accepted in the previous cycle.
        reg valid_1;
        /// That beat is the last one of its packet.
        reg last_1;
        /// Bytes of that beat.
        reg data_1[WIDTH_BITS];
        /// Byte mask of that beat.
        reg mask_1[BEAT_BYTES];
        /// Valid bytes of that beat.
        reg bytes_1[4];
        /// Number of that beat.
        reg index_1[INDEX_BITS];
    }
}

impl Logic for TransmitBeats {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Bytes count up to the first one that is not valid; the first one always counts.");
        self.all_valid.next = true;
        self.found.next = 1.into();
        self.mask.next = 1.into();
        for octet in 1..self.beat_bytes.val() {
            self.all_valid.next =
                self.all_valid.val() && (self.keep.val().get_bit(octet) || !self.last.val());
            if self.all_valid.val() && (self.keep.val().get_bit(0) || !self.last.val()) {
                self.found.next = (octet + 1).into();
                self.mask.next = self.mask.val().replace_bit(octet, true);
            }
        }
        self.first.next = self.take.val() && self.index.val() == 0;
        self.ended.next = self.valid_1.val() && self.last_1.val();
        self.valid_1.next = self.take.val();
        if self.take.val() {
            self.last_1.next = self.last.val();
            self.data_1.next = self.data.val();
            self.mask_1.next = self.mask.val();
            self.bytes_1.next = self.found.val();
            self.index_1.next = self.index.val();
            if self.last.val() {
                self.index.next = 0.into();
            } else if !self.index.val().all() {
                self.index.next = self.index.val() + 1;
            }
        }

        self.masked.next = 0.into();
        for octet in 0..self.beat_bytes.val() {
            for at in 0..8 {
                self.masked.next = self.masked.val().replace_bit(
                    8 * octet + at,
                    self.data_1.val().get_bit(8 * octet + at) && self.mask_1.val().get_bit(octet),
                );
            }
        }
        self.payload.next = self.index_1.val();
        self.payload.next = (self.payload.val() << 3) + self.bytes_1.val();
        self.valid_2.next = self.valid_1.val();
        self.last_2.next = self.last_1.val();
        self.fits_2.next = self.index_1.val() < self.most_beats.val();
        self.data_2.next = self.masked.val();
        self.index_2.next = self.index_1.val() >> 0;
        self.payload_2.next = self.payload.val() >> 0;
        self.long_2.next = self.payload.val() > self.most.val();
    }
}
