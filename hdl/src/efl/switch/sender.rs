//! The beats that an output sends.

use super::sizes::{bank_bits, byte_bits, word_beats, OCTET_BITS};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::{BEAT_BYTES, WIDTH_BITS};

block! {
    /// Holds two words of an output: the current one, whose beats are sent, and a spare one.
    pub struct EthernetSender(switch: &EthernetSwitch) as "tailback_ethernet_sender" {
        /// Beats of a word.
        count word_beats = word_beats(switch);
        /// Lowest bit of the number of a beat in the number of a byte.
        count beat_at = OCTET_BITS;
        /// Number of the last beat of a word other than the last one.
        param word_end[bank_bits(switch)] = word_beats(switch) as u128 - 1;
        /// Byte enables of a beat with only valid bytes.
        param whole[BEAT_BYTES] = (1 << BEAT_BYTES) - 1;

        /// A word was read: it becomes the spare one.
        input loads;
        /// Beats of that word.
        input(word_beats(switch)) word[WIDTH_BITS];
        /// The word is the last one of its frame.
        input is_last;
        /// Number of the last byte of the frame.
        input last_byte[byte_bits(switch)];
        /// Beats that are sent; all signals are 0 without one.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());
        /// There is space for a word.
        output free;
        /// The spare word, or that which was loaded last, is the last one of its frame.
        output_reg spare_last;
        /// The last beat of a frame is sent.
        output sent;
        /// Number of the last byte of the frame of the current word.
        output_reg current_byte[byte_bits(switch)];

        /// The beat is accepted.
        local takes;
        /// The beat is the last one of the current word.
        local is_end;
        /// The spare word becomes the current one.
        local moves;
        /// Number of the last beat of the spare word.
        local spare_end[bank_bits(switch)];
        /// Number of the last byte of the beat, if it is the last one of its frame.
        local octet[OCTET_BITS];
        /// Valid bytes of the beat.
        local keep[BEAT_BYTES];
        /// There is a spare word.
        reg spare_valid;
        /// Beats of the spare word.
        reg(word_beats(switch)) spare[WIDTH_BITS];
        /// Number of the last byte of its frame.
        reg spare_byte[byte_bits(switch)];
        /// There is a current word.
        reg current_valid;
        /// Beats of the current word.
        reg(word_beats(switch)) current[WIDTH_BITS];
        /// The current word is the last one of its frame.
        reg current_last;
        /// Number of the next beat of the current word.
        reg beat[bank_bits(switch)];
        /// Number of the last beat of the current word.
        reg end_beat[bank_bits(switch)];
    }
}

impl Logic for EthernetSender {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_end.next = self.beat.val() == self.end_beat.val();
        self.takes.next = self.current_valid.val() && self.m.tready.val();
        self.moves.next = self.spare_valid.val()
            && (!self.current_valid.val() || (self.takes.val() && self.is_end.val()));
        self.free.next = !self.spare_valid.val() || self.moves.val();
        self.sent.next = self.takes.val() && self.is_end.val() && self.current_last.val();

        comment!("Spare word");
        self.spare_valid.next = self.loads.val() || (self.spare_valid.val() && !self.moves.val());
        if self.loads.val() {
            self.spare_last.next = self.is_last.val();
            self.spare_byte.next = self.last_byte.val();
            for number in 0..self.word_beats.val() {
                self.spare[number].next = self.word[number].val();
            }
        }

        comment!("Current word");
        self.spare_end.next = self.spare_byte.val() >> self.beat_at.val();
        if self.moves.val() {
            self.current_valid.next = true;
            self.current_last.next = self.spare_last.val();
            self.current_byte.next = self.spare_byte.val();
            self.beat.next = 0.into();
            self.end_beat.next = self.spare_end.val();
            if !self.spare_last.val() {
                self.end_beat.next = self.word_end.val();
            }
            for number in 0..self.word_beats.val() {
                self.current[number].next = self.spare[number].val();
            }
        } else if self.takes.val() {
            self.current_valid.next = !self.is_end.val();
            self.beat.next = self.beat.val() + 1;
        }

        comment!("Beats");
        self.octet.next = self.current_byte.val() >> 0;
        self.keep.next = self.keep.val().replace_bit(0, true);
        for at in 1..8 {
            self.keep.next = self.keep.val().replace_bit(at, self.octet.val() >= at);
        }
        self.m.tvalid.next = self.current_valid.val();
        self.m.tlast.next =
            self.current_valid.val() && self.current_last.val() && self.is_end.val();
        self.m.tdata.next = 0.into();
        self.m.tkeep.next = 0.into();
        if self.current_valid.val() {
            self.m.tdata.next = self.current[self.beat.val().index()].val();
            self.m.tkeep.next = self.whole.val();
            if self.current_last.val() && self.is_end.val() {
                self.m.tkeep.next = self.keep.val();
            }
        }
    }
}
