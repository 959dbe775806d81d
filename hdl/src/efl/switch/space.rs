//! The buffer of an output: free space and addresses.

use super::sizes::{byte_bits, held_bits, place_bits, slot_bits, space_bits, word_at, word_bits};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;

block! {
    /// Admits frames to the buffer of an output, and determines the addresses of their words.
    ///
    /// The words of a frame are in consecutive entries of a ring. For each slot, the address of the
    /// next word is stored.
    pub struct EthernetSpace(switch: &EthernetSwitch) as "tailback_ethernet_space" {
        /// Lowest bit of the number of a word in the number of a byte.
        count word_at = word_at(switch);

        /// Number of the slot of this cycle.
        input slot[slot_bits(switch)];
        /// A word for this output is offered.
        input offers;
        /// The word is the first one of its frame.
        input is_first;
        /// Number of the last byte of the frame.
        input last_byte[byte_bits(switch)];
        /// The last beat of a frame is sent.
        input sent;
        /// Number of the last byte of that frame.
        input sent_byte[byte_bits(switch)];
        /// A frame is dropped.
        output drops;
        /// A frame is appended.
        output appends;
        /// The word offered in the previous cycle is written.
        output_reg write;
        /// Address of that word.
        output write_place[place_bits(switch)];
        /// Free bytes of the buffer.
        output_reg bytes[space_bits(switch)] = u128::from(switch.buffer_bytes());
        /// Least free bytes of all cycles before.
        output_reg least_bytes[space_bits(switch)] = u128::from(switch.buffer_bytes());

        /// Number of the last word of the frame that is offered.
        local last_word[word_bits(switch)];
        /// Number of the last word of the frame that is sent.
        local sent_word[word_bits(switch)];
        /// The frame does not fit.
        local lacks;
        /// Free bytes with those of the frame that is sent.
        local more_bytes[space_bits(switch)];
        /// Free words with those of the frame that is sent.
        local more_words[held_bits(switch)];
        /// Free words.
        reg words[held_bits(switch)] = u128::from(switch.output_words());
        /// Address behind the last frame.
        reg tail[place_bits(switch)];
        /// That address in the previous cycle.
        reg first_place[place_bits(switch)];
        /// Address of the next word of the slot of the previous cycle.
        reg next_place[place_bits(switch)];
        /// The word offered in the previous cycle is the first one of its frame.
        reg was_first;
        /// Slot of the previous cycle.
        reg old_slot[slot_bits(switch)];
        /// Address that is stored.
        local new_place[place_bits(switch)];
        /// Address of the next word of each slot.
        lut_memory(switch.slots() as usize) places[place_bits(switch)];
    }
    connect {
        places: write, write_address = old_slot, write_data = new_place, read_address = slot;
    }
}

impl Logic for EthernetSpace {
    #[hdl_gen]
    fn update(&mut self) {
        self.last_word.next = self.last_byte.val() >> self.word_at.val();
        self.sent_word.next = self.sent_byte.val() >> self.word_at.val();

        comment!("A number of a last byte is one less than the bytes, and one of a word, too.");
        self.lacks.next =
            self.last_byte.val() >= self.bytes.val() || self.last_word.val() >= self.words.val();
        self.drops.next = self.offers.val() && self.is_first.val() && self.lacks.val();
        self.appends.next = self.offers.val() && self.is_first.val() && !self.lacks.val();

        comment!("Free space");
        self.more_bytes.next = self.bytes.val();
        self.more_words.next = self.words.val();
        if self.sent.val() {
            self.more_bytes.next = self.bytes.val() + self.sent_byte.val() + 1;
            self.more_words.next = self.words.val() + self.sent_word.val() + 1;
        }
        self.bytes.next = self.more_bytes.val();
        self.words.next = self.more_words.val();
        if self.appends.val() {
            self.bytes.next = self.more_bytes.val() - self.last_byte.val() - 1;
            self.words.next = self.more_words.val() - self.last_word.val() - 1;
            self.tail.next = self.tail.val() + self.last_word.val() + 1;
        }
        if self.bytes.val() < self.least_bytes.val() {
            self.least_bytes.next = self.bytes.val();
        }

        comment!("Addresses");
        self.write.next = self.offers.val() && !self.drops.val();
        self.was_first.next = self.is_first.val();
        self.first_place.next = self.tail.val();
        self.next_place.next = self.places.read_data.val();
        self.old_slot.next = self.slot.val();
        self.write_place.next = self.next_place.val();
        if self.was_first.val() {
            self.write_place.next = self.first_place.val();
        }
        self.new_place.next = self.write_place.val() + 1;
    }
}
