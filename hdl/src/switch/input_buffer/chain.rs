//! Records of the blocks: successor, last beat and bad packets.

use super::sizes::{block_bits, one_word_blocks, position_bits};
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Records for each block its successor in the queue, the position of its packet's last beat,
    /// and whether the packet that begins in it is bad.
    ///
    /// A lookup of a block's successor leaves no time to look up the record of the successor. So
    /// the record of the block also indicates whether the successor holds only the last beat of its
    /// packet.
    pub struct BlockChain(config: &InputBuffer) as "tailback_buffer_chain" {
        /// A block is one beat: its successor is looked up once, and not again in the next cycle.
        choice one_word_blocks = one_word_blocks(config);

        /// A block is taken that has a predecessor in its queue.
        input linked;
        /// Predecessor of the block that is taken; valid with `linked`.
        input link_from[block_bits(config)];
        /// Block of the beat that is written.
        input block[block_bits(config)];
        /// The beat that is written is the last of its block.
        input fills;
        /// Position of the beat that is written, if it is the last of its packet; else 0.
        input last_written[position_bits(config)];
        /// The beat that is written is the last of its packet.
        input finishes;
        /// A block that is taken holds only this beat, the last of its packet.
        input single;
        /// First block of the packet that is being written.
        input packet[block_bits(config)];
        /// The packet that is being written is bad; valid with `finishes`.
        input bad;
        /// Block that is being read.
        input reading[block_bits(config)];
        /// Block whose successor is looked up.
        input asked[block_bits(config)];
        /// First block of the packet that was started last.
        input sent_packet[block_bits(config)];

        /// Successor of block `asked`.
        output block_after[block_bits(config)];
        /// Block `block_after` holds only the last beat of its packet.
        output single_after;
        /// Position of the packet's last beat in the block that is being read; 0 if it is in
        /// another block, and also if it is the first of the block.
        output last_position[position_bits(config)];
        /// The packet's last beat is the second of the block that is being read.
        output second_is_last;
        /// The packet that was started last is bad.
        output is_bad;

        /// Successor of each block.
        lut_memory(config.blocks()) blocks_after[block_bits(config)];
        /// One bit per block: the successor holds only the last beat of its packet.
        lut_memory(config.blocks()) singles_after;
        /// Position of the packet's last beat in each block; 0 if it is in another block.
        lut_memory(config.blocks()) last_positions[position_bits(config)];
        /// One bit per block: the packet's last beat is the second of the block.
        lut_memory(config.blocks()) second_words;
        /// One bit per block: the packet that begins in the block is bad.
        lut_memory(config.blocks()) bad_packets;
    }
    connect {
        blocks_after: write = linked, write_address = link_from, write_data = block,
            read_address = asked;
        singles_after: write = linked, write_address = link_from, write_data = single,
            read_address = asked;
        last_positions: write = fills, write_address = block, write_data = last_written,
            read_address = reading, read_data = last_position;
        second_words: write = fills, write_address = block, read_address = reading,
            read_data = second_is_last;
        bad_packets: write = finishes, write_address = packet, write_data = bad,
            read_address = sent_packet, read_data = is_bad;
    }
}

// Logic that only some sizes have is in an `if` of its own, whose condition is a `choice`.
#[allow(clippy::collapsible_if)]
impl Logic for BlockChain {
    #[hdl_gen]
    fn update(&mut self) {
        self.block_after.next = self.blocks_after.read_data.val();
        self.single_after.next = self.singles_after.read_data.val();
        if self.one_word_blocks.val() {
            if self.linked.val() && self.link_from.val() == self.asked.val() {
                comment!("Bypass: a packet starts and ends while the one behind it begins.");
                self.block_after.next = self.block.val();
                self.single_after.next = self.single.val();
            }
        }

        self.second_words.write_data.next = self.last_written.val() == 1;
    }
}
