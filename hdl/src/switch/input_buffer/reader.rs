//! Which word is issued.

use super::end::BlockEnd;
use super::sizes::{
    block_bits, one_word_blocks, packet_bits, position_bits, position_shift, words,
};
use crate::address_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Walks along the blocks of the packet that is being sent, no further than words are written.
    ///
    /// The first word is issued as the packet is started. A block may be taken again from the cycle
    /// after its last word was issued. Between packets, the registers are as a packet begins.
    pub struct BufferReader(config: &InputBuffer) as "tailback_buffer_reader" {
        /// Bits of a position.
        count position_shift = position_shift(config);
        /// A block is a word.
        choice one_word_blocks = one_word_blocks(config);

        /// A packet is started.
        input start;
        /// Its queue.
        input start_queue[config.queue_bits()];
        /// Its first block.
        input start_block[block_bits(config)];
        /// It is of a single word.
        input start_single;
        /// Another packet of the queue waits behind it.
        input start_followed;
        /// No word is issued.
        input pause;
        /// The block in which a word was written last.
        input open_block[block_bits(config)];
        /// Words of it that were written; 0 if it holds its last word.
        input open_words[position_bits(config)];
        /// A block is taken.
        input taken;
        /// Which one.
        input new_block[block_bits(config)];
        /// It holds but the last word of its packet.
        input new_single;
        /// The word that is written is the last of its block.
        input fills;
        /// It is the last of its packet.
        input finishes;
        /// The block after the one that is asked for.
        input block_after[block_bits(config)];
        /// It holds but the last word of its packet.
        input single_after;
        /// The position of the last word of the block that is being read, if it holds that.
        input last_position[position_bits(config)];
        /// That word is the last of its packet.
        input is_last;

        /// A packet was started in an earlier cycle, and is being sent.
        output sending;
        /// A word is issued.
        output issue;
        /// It is the first of the packet, or will be.
        output is_first;
        /// It is the last of the packet.
        output ends;
        /// The packet that was started last has ended in the cycle before, and another one of its
        /// queue waits.
        output advances;
        /// The word is the last of its block, which comes back.
        output give;
        /// The block of the word.
        output block[block_bits(config)];
        /// The place of the word.
        output address[address_bits(words(config))];
        /// The packet's queue.
        output word_queue[config.queue_bits()];
        /// Blocks that the packet takes, as far as it has been issued.
        output packet_blocks[packet_bits(config)];
        /// The block whose successor is asked for.
        output asked[block_bits(config)];
        /// The first block of the packet behind the one that has ended.
        output follower[block_bits(config)];
        /// That is a packet of a single word.
        output follower_single;
        /// The queue of the packet that was started last.
        output sent_queue[config.queue_bits()];
        /// Its first block.
        output sent_packet[block_bits(config)];

        /// Where the block that is being read ends.
        sub block_end: BlockEnd = BlockEnd::new(config);
        /// The block that is asked for is the one in which a word was written last.
        local at_writer;
        /// It does not yet hold its last word.
        local partial;
        /// The next word was written in an earlier cycle.
        local written;
        /// It is the last of its block.
        local block_ends;
        /// It is the last of its packet.
        local packet_ends;
        /// Another packet of the queue waits behind it.
        local followed;
        /// The packet goes on in another block.
        local crosses;
        /// The block of the word, in as many bits as its words' addresses have.
        local row[address_bits(words(config))];

        /// A packet is being sent.
        reg sending_reg;
        /// Its queue.
        reg queue_reg[config.queue_bits()];
        /// Its first block.
        reg packet_reg[block_bits(config)];
        /// Another packet of the queue waits behind it.
        reg followed_reg;
        /// It ended in the cycle before, and so it is.
        reg advances_reg;
        /// No word of it has been issued.
        reg first = true;
        /// The block of the next word, or the one before if that has not been taken.
        reg block_reg[block_bits(config)];
        /// That block holds but the last word of its packet.
        reg single_reg;
        /// The block after the one that was asked for in the cycle before.
        reg after_reg[block_bits(config)];
        /// It holds but the last word of its packet.
        reg single_after_reg;
        /// The block of the next word has not been taken.
        reg stranded;
        /// The position of the next word.
        reg position[position_bits(config)];
        /// Blocks of the packet up to here.
        reg packet_blocks_reg[packet_bits(config)] = 1;
    }
}

impl Logic for BufferReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.sending.next = self.sending_reg.val();
        self.is_first.next = self.first.val();
        self.sent_queue.next = self.queue_reg.val();
        self.sent_packet.next = self.packet_reg.val();
        self.advances.next = self.advances_reg.val();
        self.packet_blocks.next = self.packet_blocks_reg.val();
        if self.sending_reg.val() {
            self.block.next = self.block_reg.val();
            self.word_queue.next = self.queue_reg.val();
            self.followed.next = self.followed_reg.val();
        } else {
            self.block.next = self.start_block.val();
            self.word_queue.next = self.start_queue.val();
            self.followed.next = self.start_followed.val();
        }
        self.row.next = self.block.val();
        self.address.next = (self.row.val() << self.position_shift.val()) | self.position.val();
        self.follower.next = self.after_reg.val();
        self.follower_single.next = self.single_after_reg.val();
        if self.one_word_blocks.val() {
            comment!("Already the first word may be followed by one of another block.");
            self.asked.next = self.block.val();
        } else {
            comment!("There is time to ask in the cycle after.");
            self.asked.next = self.block_reg.val();
            self.follower.next = self.block_after.val();
            self.follower_single.next = self.single_after.val();
        }

        self.at_writer.next = self.asked.val() == self.open_block.val();
        self.block_end.last_position.next = self.last_position.val();
        self.block_end.is_last.next = self.is_last.val();
        self.block_end.fills.next =
            self.block.val() == self.open_block.val() && self.fills.val() && !self.taken.val();
        self.block_end.written_position.next = self.open_words.val();
        self.block_end.finishes.next = self.finishes.val();
        self.block_end.position.next = self.position.val();
        self.partial.next = self.at_writer.val() && self.open_words.val() != 0;
        if self.sending_reg.val() {
            comment!("A block that does not hold its last word yet does not end.");
            self.written.next = !self.stranded.val()
                && (!self.partial.val() || self.position.val() < self.open_words.val());
            self.block_ends.next = !self.partial.val() && self.block_end.block_ends.val();
            self.packet_ends.next = !self.partial.val() && self.block_end.packet_ends.val();
            if self.one_word_blocks.val() || self.position.val() == 0 {
                self.block_ends.next = self.single_reg.val() || self.one_word_blocks.val();
                self.packet_ends.next = self.single_reg.val();
            }
        } else {
            comment!("The first word of a packet that waits was written in an earlier cycle.");
            self.written.next = self.start.val();
            self.block_ends.next = self.start_single.val() || self.one_word_blocks.val();
            self.packet_ends.next = self.start_single.val();
        }
        self.after_reg.next = self.block_after.val();
        self.single_after_reg.next = self.single_after.val();
        self.issue.next = !self.pause.val() && self.written.val();
        self.give.next = self.issue.val() && self.block_ends.val();
        self.ends.next = self.issue.val() && self.packet_ends.val();
        self.crosses.next = self.give.val() && !self.packet_ends.val();

        if self.start.val() {
            self.sending_reg.next = true;
            self.queue_reg.next = self.start_queue.val();
            self.packet_reg.next = self.start_block.val();
            self.followed_reg.next = self.start_followed.val();
            self.block_reg.next = self.start_block.val();
            self.single_reg.next = self.start_single.val();
        }
        if self.issue.val() {
            self.first.next = false;
            self.position.next = self.position.val() + 1;
        }
        if self.give.val() {
            self.position.next = 0.into();
        }
        if self.crosses.val() {
            self.packet_blocks_reg.next = self.packet_blocks_reg.val() + 1;
        }
        if self.crosses.val() || self.stranded.val() {
            comment!("After the block that was taken last comes the next one that is taken.");
            self.stranded.next = self.at_writer.val() && !self.taken.val();
            if !self.at_writer.val() {
                self.block_reg.next = self.block_after.val();
                self.single_reg.next = self.single_after.val();
            } else if self.taken.val() {
                self.block_reg.next = self.new_block.val();
                self.single_reg.next = self.new_single.val();
            }
        }
        self.advances_reg.next = self.ends.val() && self.followed.val();
        if self.ends.val() {
            self.sending_reg.next = false;
            self.first.next = true;
            self.packet_blocks_reg.next = 1.into();
        }
    }
}
