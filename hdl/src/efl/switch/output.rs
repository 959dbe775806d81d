//! An output of the switch.

use super::sizes::{byte_bits, slot_bits, space_bits, word_beats};
use super::{EthernetFetch, EthernetSender, EthernetSpace};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// Output of the switch: admits frames to its buffer, or drops them, and sends them in order.
    pub struct EthernetOutput(switch: &EthernetSwitch) as "tailback_ethernet_output" {
        /// Bits of a note above the number of the last byte.
        count byte_bits = byte_bits(switch);

        /// Number of the slot of this cycle.
        input slot[slot_bits(switch)];
        /// A word for this output is offered.
        input offers;
        /// The word is the first one of its frame.
        input is_first;
        /// The word is the last one of its frame.
        input is_last;
        /// Number of the last byte of the frame.
        input last_byte[byte_bits(switch)];
        /// Beats of the word that was offered in the previous cycle.
        input(word_beats(switch)) word[WIDTH_BITS];
        /// Frames that are sent; all signals are 0 without a beat.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());
        /// A frame is dropped.
        output drops;
        /// The last beat of a frame is sent.
        output sent;
        /// Free bytes of the buffer.
        output free_bytes[space_bits(switch)];
        /// Least free bytes of all cycles before.
        output least_bytes[space_bits(switch)];

        /// Note of the word that was offered in the previous cycle: whether it is the last one of
        /// its frame, and in the lower bits, the number of the last byte.
        reg note[byte_bits(switch) + 1];
        /// Note of the word offered.
        local new_note[byte_bits(switch) + 1];
        /// Note of the word that was read.
        local read_note[byte_bits(switch) + 1];
        /// The word that was read is the last one of its frame.
        local was_last;
        /// Number of the last byte of its frame.
        local was_byte[byte_bits(switch)];
        /// Free space, and addresses of words.
        sub space: EthernetSpace = EthernetSpace::new(switch);
        /// Words to be read.
        sub fetch: EthernetFetch = EthernetFetch::new(switch);
        /// Beats to be sent.
        sub sender: EthernetSender = EthernetSender::new(switch);
        /// Beats of words.
        memory(word_beats(switch), switch.output_words() as usize) words[WIDTH_BITS];
        /// Note of each word.
        memory(switch.output_words() as usize) notes[byte_bits(switch) + 1];
    }
    connect {
        space: slot, offers, is_first, last_byte, drops, bytes = free_bytes, least_bytes;
        space, fetch: appends;
        space, words: write, write_place = write_address;
        space, notes: write, write_place = write_address;
        fetch, sender: flying = loads;
        fetch, words: reads = read, read_place = read_address;
        fetch, notes: reads = read, read_place = read_address;
        words: write_data = word;
        words, sender: read_data = word;
        notes: write_data = note, read_data = read_note;
        sender: m, is_last = was_last, last_byte = was_byte, sent;
        sender, fetch: free, spare_last = was_last;
        sender, space: sent, current_byte = sent_byte;
    }
}

impl Logic for EthernetOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_note.next = self.last_byte.val();
        self.new_note.next =
            self.new_note.val().replace_bit(self.byte_bits.val(), self.is_last.val());
        self.note.next = self.new_note.val();
        self.was_last.next = self.read_note.val().get_bit(self.byte_bits.val());
        self.was_byte.next = self.read_note.val() >> 0;
    }
}
