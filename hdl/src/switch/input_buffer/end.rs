//! Where a block ends.

use super::sizes::position_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Knows whether a word of the block that is being read, but for its first, is the last one.
    ///
    /// What the chain says of the block is looked up a cycle ahead, beginning with the start of a
    /// packet.
    pub struct BlockEnd(config: &InputBuffer) as "tailback_buffer_end" {
        /// The position of the last word of the block that is being read.
        input last_position[position_bits(config)];
        /// That word is the last of its packet.
        input is_last;
        /// The block is filled with the word that is written.
        input fills;
        /// The position of that word.
        input written_position[position_bits(config)];
        /// It is the last of its packet.
        input finishes;
        /// The position of the next word that is issued.
        input position[position_bits(config)];

        /// It is the last of a block that holds its last word.
        output block_ends;
        /// And of its packet.
        output packet_ends;

        /// The position of the last word.
        reg known_position[position_bits(config)];
        /// That word is the last of its packet.
        reg known_last;
    }
}

impl Logic for BlockEnd {
    #[hdl_gen]
    fn update(&mut self) {
        if self.fills.val() {
            self.known_position.next = self.written_position.val();
            self.known_last.next = self.finishes.val();
        } else {
            self.known_position.next = self.last_position.val();
            self.known_last.next = self.is_last.val();
        }

        self.block_ends.next = self.known_position.val() == self.position.val();
        self.packet_ends.next = self.block_ends.val() && self.known_last.val();
    }
}
