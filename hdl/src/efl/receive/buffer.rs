//! The receive buffer: payloads for the host.

use super::length::index_bits;
use super::writer::{entries, entry_bits, note_bits};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::receive::buffer_beats;
use tailback_spec::efl::{Efl, BEAT_BYTES, WIDTH_BITS};

block! {
    /// Ring of payload beats in block RAM: beats behind `tail` are of a frame that has not been
    /// judged yet, those before it are kept, and sent to the host.
    ///
    /// The entry that is sent next is read in each cycle; a register follows the block RAM, and in
    /// front of the outputs, invalid bytes become 0.
    pub struct ReceiveBuffer(efl: &Efl) as "tailback_efl_receive_buffer" {
        /// Bytes of a beat.
        count beat_bytes = BEAT_BYTES;
        /// Lowest bit of the valid bytes in a description.
        count keep_at = efl.flow_bits();
        /// Bit of a description: the beat is the last one.
        count last_at = efl.flow_bits() + BEAT_BYTES;

        /// A beat is written.
        input write;
        /// Entry of the beat.
        input entry[entry_bits(efl)];
        /// Beat that is written.
        input beat[WIDTH_BITS];
        /// A description is written.
        input write_note;
        /// Entry of the description.
        input note_entry[entry_bits(efl)];
        /// Description: flow, and above it the valid bytes and whether the beat is the last one.
        input note[note_bits(efl)];
        /// Number of the last beat of the payload of the frame that is judged in the next cycle.
        input last_index[index_bits(efl)];
        /// Payload of the frame that is judged is kept.
        input keeps;
        /// Payload of the frame that is judged fits.
        output fits;
        /// Entry behind the kept beats.
        output_reg tail[entry_bits(efl)];
        /// Payloads for the host; `tid` is the flow.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable().id(efl.flow_bits()))
            reg { tvalid, tdata, tkeep, tlast, tid };

        /// Number of the last beat of the payload, in the width of an entry.
        local last_low[entry_bits(efl)];
        /// The outputs are free.
        local free;
        /// The waiting beat moves to the outputs.
        local moves;
        /// The beat that was read is kept, and moves to the register.
        local loads;
        /// Entry that is read.
        local read_entry[entry_bits(efl)];
        /// Waiting beat, with zeros for its invalid bytes.
        local masked[WIDTH_BITS];
        /// Valid bytes of the waiting beat.
        local valid_bytes[BEAT_BYTES];
        /// Beats of the payload that was kept in the previous cycle.
        local taken[entry_bits(efl)];
        /// Free space without those beats.
        local left[entry_bits(efl)];
        /// Entry that was read, and will be sent next.
        reg first[entry_bits(efl)];
        /// Entry behind it.
        reg second[entry_bits(efl)] = 1;
        /// A beat waits in the register.
        reg waits;
        /// Waiting beat.
        reg waiting[WIDTH_BITS];
        /// Description of the waiting beat.
        reg waiting_note[note_bits(efl)];
        /// Beats of the payload that is judged.
        reg beats_2[entry_bits(efl)];
        /// Entry behind that payload.
        reg tail_2[entry_bits(efl)];
        /// A payload was kept in the previous cycle.
        reg kept;
        /// Beats of that payload.
        reg beats_3[entry_bits(efl)];
        /// Free space in beats, without what was kept in the previous cycle.
        reg space[entry_bits(efl)] = u128::from(buffer_beats(efl));
        /// Payload beats.
        memory(entries(efl)) kept_beats[WIDTH_BITS];
        /// Description of each beat.
        memory(entries(efl)) notes[note_bits(efl)];
    }
    connect {
        kept_beats: write, write_address = entry, write_data = beat, read_address = read_entry;
        notes: write = write_note, write_address = note_entry, write_data = note,
            read_address = read_entry;
    }
}

impl Logic for ReceiveBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = !self.m.tvalid.val() || self.m.tready.val();
        self.moves.next = self.waits.val() && self.free.val();
        comment!("Keeping");
        self.last_low.next = self.last_index.val();
        self.beats_2.next = self.last_low.val() + 1;
        self.tail_2.next = self.tail.val() + self.last_low.val() + 1;
        self.fits.next = self.beats_2.val() <= self.space.val();
        self.kept.next = self.keeps.val();
        self.beats_3.next = self.beats_2.val();
        if self.keeps.val() {
            self.tail.next = self.tail_2.val();
        }
        self.taken.next = 0.into();
        if self.kept.val() {
            self.taken.next = self.beats_3.val();
        }
        self.left.next = self.space.val() - self.taken.val();
        self.space.next = self.left.val();
        if self.moves.val() {
            self.space.next = self.left.val() + 1;
        }

        comment!("Sending");
        self.loads.next =
            self.first.val() != self.tail.val() && (!self.waits.val() || self.free.val());
        self.kept_beats.read.next = true;
        self.notes.read.next = true;
        self.read_entry.next = self.first.val();
        if self.loads.val() {
            self.read_entry.next = self.second.val();
            self.first.next = self.second.val();
            self.second.next = self.second.val() + 1;
            self.waiting.next = self.kept_beats.read_data.val();
            self.waiting_note.next = self.notes.read_data.val();
        }
        self.waits.next = self.loads.val() || (self.waits.val() && !self.free.val());
        self.valid_bytes.next = self.waiting_note.val() >> self.keep_at.val();
        self.masked.next = 0.into();
        for octet in 0..self.beat_bytes.val() {
            for at in 0..8 {
                self.masked.next = self.masked.val().replace_bit(
                    8 * octet + at,
                    self.waiting.val().get_bit(8 * octet + at)
                        && self.valid_bytes.val().get_bit(octet),
                );
            }
        }
        if self.free.val() {
            self.m.tvalid.next = self.waits.val();
        }
        if self.moves.val() {
            self.m.tdata.next = self.masked.val();
            self.m.tkeep.next = self.valid_bytes.val();
            self.m.tlast.next = self.waiting_note.val().get_bit(self.last_at.val());
            self.m.tid.next = self.waiting_note.val() >> 0;
        }
    }
}
