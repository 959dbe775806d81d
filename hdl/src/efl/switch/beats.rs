//! Received beats.

use super::sizes::{bank_bits, beat_bits, ring_bits, word_beats, OCTET_BITS};
use crate::efl::fcs::ValidBytes;
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::{BEAT_BYTES, WIDTH_BITS};
use tailback_spec::wire::efl::LEAST_BYTES;

/// Number of the beat in which the shortest frame ends.
const LEAST_BEAT: usize = (LEAST_BYTES - 1) / BEAT_BYTES;
/// Number of the byte in that beat.
const LEAST_OCTET: usize = (LEAST_BYTES - 1) % BEAT_BYTES;

/// Number of the beat in which the longest frame ends.
fn most_beat(switch: &EthernetSwitch) -> usize {
    (switch.frame_bytes() as usize - 1) / BEAT_BYTES
}

/// Number of the byte in that beat.
fn most_octet(switch: &EthernetSwitch) -> usize {
    (switch.frame_bytes() as usize - 1) % BEAT_BYTES
}

block! {
    /// Counts the beats of received frames, checks the length of frames, and assigns words of the
    /// buffer to them.
    ///
    /// A beat is written into the buffer as it is received; what is known of it is in registers in
    /// the next cycle. The words of a frame that is not accepted are assigned again.
    pub struct EthernetBeats(switch: &EthernetSwitch) as "tailback_ethernet_beats" {
        /// A frame of the longest possible length ends with a whole beat.
        choice ends_whole = most_octet(switch) == BEAT_BYTES - 1;
        /// Number of the beat in which the shortest frame ends.
        count least_beat = LEAST_BEAT;
        /// Number of the byte in that beat.
        count least_octet = LEAST_OCTET;
        /// Number of the beat in which the longest frame ends.
        count most_beat = most_beat(switch);
        /// Number of the first byte in that beat that is too much.
        count excess_octet = (most_octet(switch) + 1) % BEAT_BYTES;
        /// Beats of a word.
        count word_beats = word_beats(switch);

        /// Received frames; `tuser` with `tlast`: the frame is bad.
        slave rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// The frame whose last beat is in the registers is accepted.
        input accepts;
        /// One bit per beat of a word: the beat is written.
        output(word_beats(switch)) write;
        /// Word of the beat.
        output write_word[ring_bits(switch)];
        /// Beat, with zeros for invalid bytes.
        output write_beat[WIDTH_BITS];
        /// A first beat is in the registers.
        output_reg begins;
        /// A last beat is in the registers.
        output_reg ends;
        /// The last beat of a word, or of a frame, is in the registers; not of a frame that is too
        /// long.
        output_reg completes;
        /// The frame whose last beat is in the registers is bad, too short or too long.
        output_reg malformed;
        /// Number of the beat in its frame.
        output_reg index[beat_bits(switch)];
        /// Number of the last valid byte in the beat.
        output_reg octet[OCTET_BITS];
        /// Beat in the registers, with zeros for invalid bytes.
        output_reg beat[WIDTH_BITS];

        /// The beat that is received is the last one of its frame.
        local last;
        /// The frame that ends is too short.
        local is_short;
        /// The frame that ends is too long.
        local is_long;
        /// Number of the beat that is received in its word.
        local word_beat[bank_bits(switch)];
        /// The beat that is received is the last one of a word.
        local fills;
        /// Number of the last valid byte in the beat that is received.
        local last_octet[OCTET_BITS];
        /// Word of the first beat of the next frame, or of the next beat of the frame.
        local word[ring_bits(switch)];
        /// Number of the next beat that is received in its frame.
        reg next_index[beat_bits(switch)];
        /// The next beat is beyond the longest frame.
        reg is_beyond;
        /// First word of the frame.
        reg first_word[ring_bits(switch)];
        /// Word of the next beat of the frame.
        reg next_word[ring_bits(switch)];
        /// Word behind that of the beat in the registers.
        reg behind[ring_bits(switch)];
        /// Valid bytes of the beat that is received.
        sub bytes: ValidBytes = ValidBytes::new();
    }
    connect {
        bytes: keep = rx.tkeep, last = rx.tlast;
    }
}

impl Logic for EthernetBeats {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The beat that is received");
        self.last.next = self.rx.tvalid.val() && self.rx.tlast.val();
        self.word_beat.next = self.next_index.val() >> 0;
        self.fills.next = self.word_beat.val().all();
        for number in 0..8 {
            for at in 0..8 {
                self.write_beat.next = self.write_beat.val().replace_bit(
                    8 * number + at,
                    self.rx.tdata.val().get_bit(8 * number + at)
                        && self.bytes.valid.val().get_bit(number),
                );
            }
        }
        self.last_octet.next =
            self.last_octet.val().replace_bit(2, self.bytes.valid.val().get_bit(4));
        self.last_octet.next = self.last_octet.val().replace_bit(
            1,
            self.bytes.valid.val().get_bit(6)
                || (self.bytes.valid.val().get_bit(2) && !self.bytes.valid.val().get_bit(4)),
        );
        self.last_octet.next = self.last_octet.val().replace_bit(
            0,
            self.bytes.valid.val().get_bit(7)
                || (self.bytes.valid.val().get_bit(5) && !self.bytes.valid.val().get_bit(6))
                || (self.bytes.valid.val().get_bit(3) && !self.bytes.valid.val().get_bit(4))
                || (self.bytes.valid.val().get_bit(1) && !self.bytes.valid.val().get_bit(2)),
        );
        self.is_short.next = self.next_index.val() < self.least_beat.val()
            || (self.next_index.val() == self.least_beat.val()
                && !self.bytes.valid.val().get_bit(self.least_octet.val()));
        self.is_long.next = self.is_beyond.val();
        if !self.ends_whole.val() {
            self.is_long.next = self.is_beyond.val()
                || (self.next_index.val() == self.most_beat.val()
                    && self.bytes.valid.val().get_bit(self.excess_octet.val()));
        }

        comment!("Words. Those of a frame that is not accepted are assigned to the next one.");
        self.word.next = self.next_word.val();
        if self.ends.val() {
            self.word.next = self.first_word.val();
            if self.accepts.val() {
                self.word.next = self.behind.val();
            }
            self.first_word.next = self.word.val();
        }
        self.next_word.next = self.word.val();
        if self.rx.tvalid.val() && self.fills.val() && !self.is_beyond.val() {
            self.next_word.next = self.word.val() + 1;
        }
        self.behind.next = self.word.val() + 1;
        self.write_word.next = self.word.val();
        for number in 0..self.word_beats.val() {
            self.write[number].next =
                self.rx.tvalid.val() && !self.is_beyond.val() && self.word_beat.val() == number;
        }

        comment!("Registers");
        self.begins.next =
            self.rx.tvalid.val() && !self.next_index.val().any() && !self.is_beyond.val();
        self.ends.next = self.last.val();
        self.completes.next = self.rx.tvalid.val()
            && !self.is_beyond.val()
            && (self.rx.tlast.val() || self.fills.val());
        self.malformed.next =
            self.rx.tuser.val().any() || self.is_short.val() || self.is_long.val();
        self.index.next = self.next_index.val();
        self.octet.next = self.last_octet.val();
        self.beat.next = self.write_beat.val();
        if self.last.val() {
            self.next_index.next = 0.into();
            self.is_beyond.next = false;
        } else if self.rx.tvalid.val() {
            if self.next_index.val() == self.most_beat.val() {
                self.is_beyond.next = true;
            } else {
                self.next_index.next = self.next_index.val() + 1;
            }
        }
    }
}
