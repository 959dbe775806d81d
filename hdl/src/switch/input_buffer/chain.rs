//! What is known of each block.

use super::sizes::{block_bits, one_word_blocks, position_bits};
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Remembers of each block which one comes after it in its queue, where it ends, and whether
    /// the packet that begins in it is bad.
    ///
    /// A block whose first word is the last of its packet is known for it to the block before: when
    /// it is asked for, there is no time to look up where it ends.
    pub struct BlockChain(config: &InputBuffer) as "tailback_buffer_chain" {
        /// A block is a word: then the next block is asked for once, and not again in the cycle after.
        choice one_word_blocks = one_word_blocks(config);

        /// A block is taken that comes after another one.
        input linked;
        /// That other block.
        input link_from[block_bits(config)];
        /// The block of the word that is written.
        input block[block_bits(config)];
        /// The word is the last of its block.
        input fills;
        /// Its position if it is the last of its packet; else 0.
        input last_written[position_bits(config)];
        /// The word is the last of its packet.
        input finishes;
        /// A block that is taken holds but this word.
        input single;
        /// The first block of that packet.
        input packet[block_bits(config)];
        /// The packet is bad.
        input bad;
        /// The block that is being read.
        input reading[block_bits(config)];
        /// The block whose successor is asked for.
        input asked[block_bits(config)];
        /// The first block of the packet that was started last.
        input sent_packet[block_bits(config)];

        /// The block after it.
        output block_after[block_bits(config)];
        /// That holds but the last word of its packet.
        output single_after;
        /// The position of the packet's last word in the block that is being read; 0 if it is in
        /// another, and also if it is the first.
        output last_position[position_bits(config)];
        /// It is the second word of that block.
        output second_is_last;
        /// The packet that was started last is bad.
        output is_bad;

        /// The block after each block.
        lut_memory(config.blocks()) blocks_after[block_bits(config)];
        /// Whether that holds but the last word of its packet.
        lut_memory(config.blocks()) singles_after;
        /// The position of a packet's last word in each block.
        lut_memory(config.blocks()) last_positions[position_bits(config)];
        /// Whether it is the second word.
        lut_memory(config.blocks()) second_words;
        /// Whether the packet that begins in a block is bad.
        lut_memory(config.blocks()) bad_packets;
    }
}

// What only some sizes have stands in a choice of its own.
#[allow(clippy::collapsible_if)]
impl Logic for BlockChain {
    #[hdl_gen]
    fn update(&mut self) {
        self.blocks_after.write.next = self.linked.val();
        self.blocks_after.write_address.next = self.link_from.val();
        self.blocks_after.write_data.next = self.block.val();
        self.blocks_after.read_address.next = self.asked.val();
        self.singles_after.write.next = self.linked.val();
        self.singles_after.write_address.next = self.link_from.val();
        self.singles_after.write_data.next = self.single.val();
        self.singles_after.read_address.next = self.asked.val();
        self.block_after.next = self.blocks_after.read_data.val();
        self.single_after.next = self.singles_after.read_data.val();
        if self.one_word_blocks.val() {
            if self.linked.val() && self.link_from.val() == self.asked.val() {
                comment!("The packet behind one that starts and ends now begins now, too.");
                self.block_after.next = self.block.val();
                self.single_after.next = self.single.val();
            }
        }

        self.last_positions.write.next = self.fills.val();
        self.last_positions.write_address.next = self.block.val();
        self.last_positions.write_data.next = self.last_written.val();
        self.last_positions.read_address.next = self.reading.val();
        self.last_position.next = self.last_positions.read_data.val();
        self.second_words.write.next = self.fills.val();
        self.second_words.write_address.next = self.block.val();
        self.second_words.write_data.next = self.last_written.val() == 1;
        self.second_words.read_address.next = self.reading.val();
        self.second_is_last.next = self.second_words.read_data.val();

        self.bad_packets.write.next = self.finishes.val();
        self.bad_packets.write_address.next = self.packet.val();
        self.bad_packets.write_data.next = self.bad.val();
        self.bad_packets.read_address.next = self.sent_packet.val();
        self.is_bad.next = self.bad_packets.read_data.val();
    }
}
