//! Which frames are accepted.

use super::sizes::{input_bits, word_bits};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;

block! {
    /// Judges a frame while its last beat is in the registers, and counts the free words of the
    /// buffer of the input.
    pub struct EthernetVerdict(switch: &EthernetSwitch) as "tailback_ethernet_verdict" {
        /// One bit per port: the input is that of this port.
        input own[switch.ports()];
        /// A last beat is in the registers.
        input ends;
        /// The last beat of a word, or of a frame, is in the registers.
        input completes;
        /// Number of the word in its frame.
        input word[word_bits(switch)];
        /// The frame is bad, too short or too long.
        input is_malformed;
        /// The destination has an entry in the MAC table.
        input found;
        /// Port of the entry.
        input port[switch.port_bits()];
        /// At least one word has left the buffer with the end of the previous cycle.
        input frees;
        /// Words that have left the buffer, with `frees`.
        input freed[input_bits(switch)];
        /// The frame is accepted.
        output accepts;
        /// The frame is malformed.
        output malformed;
        /// The buffer had no space for the frame.
        output full;
        /// The destination is unknown.
        output unknown;

        /// There is no space for the word.
        local lacks;
        /// There was no space for a word of the frame.
        local has_lacked;
        /// The destination has an entry for another port.
        local known;
        /// Words that the frame takes, if it is accepted.
        local taken[input_bits(switch)];
        /// Words that have left.
        local left[input_bits(switch)];
        /// There was no space for an earlier word of the frame.
        reg lacked;
        /// Free words, without those that have left in the previous cycle or belong to the frame.
        reg space[input_bits(switch)] = u128::from(switch.input_words());
    }
}

impl Logic for EthernetVerdict {
    #[hdl_gen]
    fn update(&mut self) {
        self.lacks.next =
            self.completes.val() && self.space.val() == self.word.val() && !self.frees.val();
        self.has_lacked.next = self.lacks.val() || self.lacked.val();
        self.lacked.next = self.has_lacked.val() && !self.ends.val();
        self.known.next = self.found.val() && !self.own.val().get_bit(self.port.val().index());

        self.malformed.next = self.ends.val() && self.is_malformed.val();
        self.full.next = self.ends.val() && !self.is_malformed.val() && self.has_lacked.val();
        self.unknown.next = self.ends.val()
            && !self.is_malformed.val()
            && !self.has_lacked.val()
            && !self.known.val();
        self.accepts.next = self.ends.val()
            && !self.is_malformed.val()
            && !self.has_lacked.val()
            && self.known.val();

        self.taken.next = 0.into();
        if self.accepts.val() {
            self.taken.next = self.word.val();
            self.taken.next = self.taken.val() + 1;
        }
        self.left.next = 0.into();
        if self.frees.val() {
            self.left.next = self.freed.val();
        }
        self.space.next = self.space.val() + self.left.val() - self.taken.val();
    }
}
