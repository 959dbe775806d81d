//! The frame of an input that is moved.

use super::sizes::{
    bank_bits, byte_bits, input_bits, ring_bits, word_at, word_beats, word_bits, OCTET_BITS,
};
use super::EthernetQueue;
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// Offers the words of the frames of an input, one in each slot of the input, in order.
    ///
    /// A frame is selected a cycle before the slot: its fields are outputs in that cycle, and 0 in
    /// others. A frame that is accepted in this cycle is selected, too. If its only word is not
    /// complete in the memory yet, its last beat is added. What has left the buffer is removed a
    /// cycle after the slot.
    pub struct EthernetMover(switch: &EthernetSwitch) as "tailback_ethernet_mover" {
        /// Bits of the number of a byte in its frame.
        count byte_bits = byte_bits(switch);
        /// Lowest bit of the number of a word in the number of a byte.
        count word_at = word_at(switch);
        /// Lowest bit of the number of a beat in the number of a byte.
        count beat_at = OCTET_BITS;
        /// Beats of a word.
        count word_beats = word_beats(switch);

        /// The slot of the input is two cycles later: a word is read.
        input reads;
        /// A frame is accepted.
        input accepts;
        /// Output of the frame.
        input port[switch.port_bits()];
        /// Number of the last byte of the frame.
        input last_byte[byte_bits(switch)];
        /// Last beat of the frame.
        input beat[WIDTH_BITS];
        /// The frame offered for the slot of the previous cycle was dropped.
        input dropped;
        /// Word that is read.
        output_reg read_word[ring_bits(switch)];
        /// A word is offered for the slot of the next cycle.
        output offers;
        /// The word is the first one of its frame.
        output offers_first;
        /// The word is the last one of its frame.
        output offers_last;
        /// Output of the frame.
        output offered_port[switch.port_bits()];
        /// Number of the last byte of the frame.
        output offered_byte[byte_bits(switch)];
        /// One bit per beat of the word: the beat is not in the memory yet, but in `fresh_beat`.
        output(word_beats(switch)) fresh;
        /// That beat; 0 without one.
        output fresh_beat[WIDTH_BITS];
        /// At least one word has left the buffer with the end of the previous cycle.
        output_reg frees;
        /// Words that have left the buffer, with `frees`.
        output freed[input_bits(switch)];

        /// Frame that is put into the queue: its output, and its last byte in the lower bits.
        local entry[byte_bits(switch) + switch.port_bits()];
        /// Frame that is offered.
        local shown[byte_bits(switch) + switch.port_bits()];
        /// Number of the last byte of that frame.
        local shown_byte[byte_bits(switch)];
        /// Number of the last word of that frame.
        local shown_words[word_bits(switch)];
        /// The next word is the last one of that frame.
        local is_last;
        /// The word that is offered lacks its last beat in the memory.
        local is_fresh;
        /// Number of the last beat of the frame in its word.
        local fresh_bank[bank_bits(switch)];
        /// Number of the last word of the frame at the head of the queue.
        local head_words[word_bits(switch)];
        /// The frame leaves the queue.
        local leaves;
        /// The slot of the input is in the next cycle.
        reg is_next;
        /// A word was offered for the slot of this cycle.
        reg offered;
        /// Number of the next word of the frame at the head of the queue.
        reg word[word_bits(switch)];
        /// Accepted frames.
        sub queue: EthernetQueue = EthernetQueue::new(
            switch.input_words() as usize,
            byte_bits(switch) + switch.port_bits()
        );
    }
    connect {
        queue: put = accepts, entry, take = leaves;
    }
}

impl Logic for EthernetMover {
    #[hdl_gen]
    fn update(&mut self) {
        self.entry.next = self.port.val();
        self.entry.next = (self.entry.val() << self.byte_bits.val()) | self.last_byte.val();

        comment!("The cycle before the slot");
        self.is_next.next = self.reads.val();
        self.shown.next = self.entry.val();
        if self.queue.valid.val() {
            self.shown.next = self.queue.head.val();
        }
        self.shown_byte.next = self.shown.val() >> 0;
        self.shown_words.next = self.shown_byte.val() >> self.word_at.val();
        self.is_last.next = self.word.val() == self.shown_words.val();
        self.offers.next = self.is_next.val() && (self.queue.valid.val() || self.accepts.val());
        self.offers_first.next = self.offers.val() && !self.word.val().any();
        self.offers_last.next = self.offers.val() && self.is_last.val();
        self.offered_port.next = 0.into();
        self.offered_byte.next = 0.into();
        if self.offers.val() {
            self.offered_port.next = self.shown.val() >> self.byte_bits.val();
            self.offered_byte.next = self.shown_byte.val();
        }
        self.is_fresh.next = self.is_next.val() && !self.queue.valid.val() && self.is_last.val();
        self.fresh_bank.next = self.last_byte.val() >> self.beat_at.val();
        for number in 0..self.word_beats.val() {
            self.fresh[number].next = self.is_fresh.val() && self.fresh_bank.val() == number;
        }
        self.fresh_beat.next = 0.into();
        if self.is_fresh.val() {
            self.fresh_beat.next = self.beat.val();
        }

        comment!("The slot");
        self.offered.next = self.offers.val();
        self.frees.next = self.offered.val();

        comment!("The cycle after the slot");
        self.head_words.next = self.queue.head.val() >> self.word_at.val();
        self.freed.next = 1.into();
        if self.dropped.val() {
            self.freed.next = self.head_words.val();
            self.freed.next = self.freed.val() + 1;
        }
        self.leaves.next =
            self.frees.val() && (self.dropped.val() || self.word.val() == self.head_words.val());
        if self.frees.val() {
            self.read_word.next = self.read_word.val() + self.freed.val();
            self.word.next = self.word.val() + 1;
            if self.leaves.val() {
                self.word.next = 0.into();
            }
        }
    }
}
