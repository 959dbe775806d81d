//! The generation of the FCS of frames to be sent.

use super::{FcsPlace, LastBytes, ValidBytes, BEAT_BYTES, CRC, WIDTH_BITS};
use crate::crc::{ByteOrder, Crc, Word, WORD_BITS};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;

/// The two words of a beat.
const WORDS: [Word; 2] =
    [Word { bits: WORD_BITS, distance: WIDTH_BITS }, Word { bits: WORD_BITS, distance: WORD_BITS }];

block! {
    /// Appends the FCS to frames.
    ///
    /// An accepted beat waits in a register, with its bytes aligned for the CRC. It moves to the
    /// outputs with its bytes of the FCS; a last beat with more than four bytes is followed by
    /// another beat with the rest of the FCS.
    pub struct FcsAppend() as "tailback_efl_fcs_append" {
        /// Remainder before a frame.
        param seed[WORD_BITS] = CRC.seed as u128;
        /// Bits that are added to the remainder after a frame.
        param complement[WORD_BITS] = CRC.complement as u128;
        /// Bits of a word.
        count word_bits = WORD_BITS;
        /// Bytes of the FCS.
        count fcs_bytes = tailback_spec::wire::efl::fcs::BYTES;
        /// Byte enables of a beat with only valid bytes.
        param whole[BEAT_BYTES] = (1 << BEAT_BYTES) - 1;
        /// Byte enables of a beat with the bytes of the FCS.
        param four[BEAT_BYTES] = 0xF;

        /// Frames without their FCS.
        slave s: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());
        /// Frames with their FCS; invalid bytes are 0.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable())
            reg { tvalid, tdata, tkeep, tlast };

        /// The outputs are empty, or the beat in them is accepted.
        local free;
        /// A beat moves to the outputs.
        local moves;
        /// A beat is accepted.
        local accepts;
        /// Data of the beat that is offered; invalid bytes are 0.
        local offered[WIDTH_BITS];
        /// Remainder after the last beat that was accepted.
        local remainder[WORD_BITS];
        /// Remainder before the beat that is offered.
        local remainder_before[WORD_BITS];
        /// FCS of the frame, with its last beat.
        local fcs[WORD_BITS];

        /// The next beat that is offered is the first of a frame.
        reg starts = true;
        /// A beat waits.
        reg full;
        /// The beat that waits is the last of its frame, before the FCS.
        reg last;
        /// The beat that waits is the last of its frame, with more than four bytes.
        reg extra;
        /// The beat that waits is the rest of an FCS.
        reg rest;
        /// Data of the beat that waits.
        reg data[WIDTH_BITS];
        /// Valid bytes of the last beat of the frame.
        reg valid[BEAT_BYTES];
        /// For each byte of the last beat of a frame, while it waits, whether it is the last valid
        /// one.
        reg ends[BEAT_BYTES];
        /// Valid bytes of the beat that was accepted last at the end of a beat, with the remainder
        /// before them.
        reg aligned[WIDTH_BITS];
        /// Bytes of the remainder before that beat that the valid bytes do not reach.
        reg beyond[WORD_BITS - 8];

        /// Valid bytes of the beat that is offered.
        sub bytes: ValidBytes = ValidBytes::new();
        /// Aligns the beat that is offered.
        sub align: LastBytes = LastBytes::new();
        /// Contributions of the words of a beat to the remainder.
        sub parities: Crc = Crc::new(CRC, ByteOrder::LittleEndian, &WORDS);
        /// Places the FCS.
        sub place: FcsPlace = FcsPlace::new();
    }
    connect {
        bytes: keep = s.tkeep, last = s.tlast;
        align: remainder = remainder_before, data = offered;
        bytes, align: valid;
        place: fcs, ends;
    }
}

impl Logic for FcsAppend {
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = !self.m.tvalid.val() || self.m.tready.val();
        self.moves.next = self.free.val() && self.full.val();
        self.s.tready.next = !self.full.val() || (self.free.val() && !self.extra.val());
        self.accepts.next = self.s.tvalid.val() && self.s.tready.val();

        comment!("The beat that is offered.");
        for octet in 0..8 {
            for at in 0..8 {
                self.offered.next = self.offered.val().replace_bit(
                    8 * octet + at,
                    self.s.tdata.val().get_bit(8 * octet + at)
                        && self.bytes.valid.val().get_bit(octet),
                );
            }
        }

        comment!("The remainder after the beat that was accepted last.");
        self.parities.data[0].next = self.aligned.val() >> 0;
        self.parities.data[1].next = self.aligned.val() >> self.word_bits.val();
        self.remainder.next =
            self.parities.remainder[0].val() ^ self.parities.remainder[1].val() ^ self.beyond.val();
        self.fcs.next = self.remainder.val() ^ self.complement.val();
        self.remainder_before.next = self.remainder.val();
        if self.starts.val() {
            self.remainder_before.next = self.seed.val();
        }

        if self.accepts.val() {
            self.starts.next = self.s.tlast.val();
            self.full.next = true;
            self.last.next = self.s.tlast.val();
            self.extra.next = self.s.tlast.val() && self.bytes.valid.val().get_bit(4);
            self.rest.next = false;
            self.data.next = self.offered.val();
            self.valid.next = self.bytes.valid.val();
            self.aligned.next = self.align.aligned.val();
            self.beyond.next = self.align.beyond.val();
            self.ends.next = 0.into();
            if self.s.tlast.val() {
                self.ends.next = self.align.ends.val();
            }
        } else if self.moves.val() {
            self.full.next = self.extra.val();
            self.extra.next = false;
            self.rest.next = self.extra.val();
            self.data.next = self.place.rest.val();
            self.ends.next = 0.into();
        }

        if self.moves.val() {
            self.m.tvalid.next = true;
            self.m.tdata.next = self.data.val() | self.place.placed.val();
            self.m.tkeep.next = self.whole.val();
            if self.rest.val() {
                self.m.tkeep.next = self.valid.val() >> self.fcs_bytes.val();
            } else if self.last.val() {
                self.m.tkeep.next = (self.valid.val() << self.fcs_bytes.val()) | self.four.val();
            }
            self.m.tlast.next = self.last.val() && !self.extra.val();
        } else if self.free.val() {
            self.m.tvalid.next = false;
        }
    }
}
