//! Where a packet ends.

use super::sizes::position_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Knows whether a word, but for the first of a block, is the last of its packet.
    ///
    /// What is known of the block that is being read is looked up a cycle ahead, but for the second
    /// word of a packet, which may follow at once.
    pub struct PacketEnd(config: &InputBuffer) as "tailback_buffer_end" {
        /// A packet is started.
        input start;
        /// The position of its last word in the block that is being read; 0 if it is in another.
        input last_position[position_bits(config)];
        /// It is the second word.
        input second_is_last;
        /// The block is filled with the word that is written.
        input fills;
        /// The position of that word.
        input written_last[position_bits(config)];
        /// The position of the next word that is issued.
        input position[position_bits(config)];

        /// It is the last, if its block holds its last word; not for the second of a packet.
        output ends;
        /// It is the last and the second of its packet, if its block holds its last word.
        output second_ends;

        /// A packet was started in the cycle before.
        reg started;
        /// The position of the last word.
        reg known_last[position_bits(config)];
    }
}

impl Logic for PacketEnd {
    #[hdl_gen]
    fn update(&mut self) {
        self.started.next = self.start.val();
        self.known_last.next = self.last_position.val();
        if self.fills.val() {
            self.known_last.next = self.written_last.val();
        }
        self.ends.next = !self.started.val() && self.known_last.val() == self.position.val();
        comment!("In the cycle after the start, the second word is issued, or still the first.");
        self.second_ends.next = self.started.val() && self.second_is_last.val();
    }
}
