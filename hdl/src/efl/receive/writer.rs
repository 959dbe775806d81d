//! The payload of the frame that is being received, on its way into the receive buffer.

use super::beats::{BYTES_BITS, NUMBER_BITS};
use super::length::index_bits;
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::efl::receive::buffer_beats;
use tailback_spec::efl::{Efl, BEAT_BYTES, WIDTH_BITS};

/// Entries of the receive buffer: those that may be kept, and as many for the frame that is being
/// received.
pub(super) fn entries(efl: &Efl) -> usize {
    2 * buffer_beats(efl) as usize
}

/// Bits of the number of an entry.
pub(super) fn entry_bits(efl: &Efl) -> usize {
    address_bits(entries(efl))
}

/// Bits of the description of an entry: flow, valid bytes, and whether it is the last one.
pub(super) fn note_bits(efl: &Efl) -> usize {
    efl.flow_bits() + BEAT_BYTES + 1
}

block! {
    /// Realigns payloads to beats of eight bytes, and writes them behind the kept beats, before the
    /// frame is judged.
    ///
    /// The description of a beat is written with it, and once more for the last beat of the payload.
    pub struct ReceiveWriter(efl: &Efl) as "tailback_efl_receive_writer" {
        /// Number of the beat behind the last one that is written.
        count behind = efl.payload_beats() as usize + 3;
        /// Bytes of a beat.
        count beat_bytes = BEAT_BYTES;
        /// Bits of a flow.
        count flow_bits = efl.flow_bits();
        /// Lowest bit of the last byte of a beat.
        count byte_at = WIDTH_BITS - 8;
        /// Bit of a description: the beat is the last one.
        count last_at = efl.flow_bits() + BEAT_BYTES;
        /// Valid bytes of a beat that is not the last one.
        param all_bytes[BEAT_BYTES] = (1 << BEAT_BYTES) - 1;

        /// A beat is in the register.
        input valid;
        /// Bytes of the beat.
        input data[WIDTH_BITS];
        /// The beat is the last one of its frame.
        input last;
        /// Valid bytes of the beat.
        input bytes[BYTES_BITS];
        /// Number of the beat.
        input number[NUMBER_BITS];
        /// Flow of the frame.
        input flow[efl.flow_bits()];
        /// Last beat of a data frame of a length that can be was in the register in the previous
        /// cycle.
        input ends;
        /// Number of the last beat of its payload.
        input last_index[index_bits(efl)];
        /// Valid bytes of that beat.
        input keep[BEAT_BYTES];
        /// Entry behind the kept beats.
        input tail[entry_bits(efl)];
        /// A beat is written.
        output write;
        /// Entry of the beat.
        output entry[entry_bits(efl)];
        /// Beat that is written.
        output beat[WIDTH_BITS];
        /// A description is written.
        output write_note;
        /// Entry of the description.
        output note_entry[entry_bits(efl)];
        /// Description: flow, and above it the valid bytes and whether the beat is the last one.
        output note[note_bits(efl)];

        /// Number of the last beat of the payload, in the width of an entry.
        local last_low[entry_bits(efl)];
        /// A beat of the payload is complete.
        local completes;
        /// Last byte of the beat before.
        reg octet[8];
        /// Last byte of the last beat is a beat of the payload of its own, which is written.
        reg extra;
        /// Entry of the next beat.
        reg at[entry_bits(efl)];
    }
}

impl Logic for ReceiveWriter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A payload begins with the last byte of beat 2.");
        self.completes.next =
            self.valid.val() && self.number.val() >= 3 && self.number.val() < self.behind.val();
        self.extra.next = self.completes.val()
            && self.last.val()
            && self.bytes.val() == self.beat_bytes.val()
            && self.number.val() + 1 != self.behind.val();
        self.write.next = self.completes.val() || self.extra.val();
        self.entry.next = self.at.val();
        self.beat.next = self.data.val();
        self.beat.next = (self.beat.val() << 8) | self.octet.val();
        if self.valid.val() {
            self.octet.next = self.data.val() >> self.byte_at.val();
        }
        if self.valid.val() && self.number.val() == 2 {
            self.at.next = self.tail.val();
        } else if self.write.val() {
            self.at.next = self.at.val() + 1;
        }

        self.last_low.next = self.last_index.val();
        self.write_note.next = self.completes.val() || self.ends.val();
        self.note_entry.next = self.at.val();
        self.note.next = self.all_bytes.val();
        if self.ends.val() {
            self.note_entry.next = self.tail.val() + self.last_low.val();
            self.note.next = self.keep.val();
        }
        self.note.next = (self.note.val() << self.flow_bits.val()) | self.flow.val();
        self.note.next = self.note.val().replace_bit(self.last_at.val(), self.ends.val());
    }
}
