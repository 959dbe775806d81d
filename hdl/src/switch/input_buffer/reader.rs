//! Which word is issued.

use super::end::PacketEnd;
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
        /// A block is two words.
        choice two_word_blocks = config.block_words() == 2;
        /// The position of a full block's last word.
        count full_position = config.block_words() - 1;

        /// A packet is started.
        input start;
        /// Its queue.
        input start_queue[config.queue_bits()];
        /// Its first block, unless it is the follower of the one that has ended.
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
        /// Its position if it is the last of its packet; else 0.
        input last_written[position_bits(config)];
        /// The block after the one that is asked for.
        input block_after[block_bits(config)];
        /// It holds but the last word of its packet.
        input single_after;
        /// The position of the packet's last word in the block that is being read; 0 if it is in
        /// another.
        input last_position[position_bits(config)];
        /// It is the second word of that block.
        input second_is_last;

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
        /// The block that is being read, if a packet was started in an earlier cycle.
        output reading[block_bits(config)];
        /// The first block of the packet behind the one that has ended.
        output follower[block_bits(config)];
        /// That is a packet of a single word.
        output follower_single;
        /// The queue of the packet that was started last.
        output sent_queue[config.queue_bits()];
        /// Its first block.
        output sent_packet[block_bits(config)];

        /// Where the packet ends.
        sub packet_end: PacketEnd = PacketEnd::new(config);
        /// The block that is asked for is the one in which a word was written last.
        local at_writer;
        /// It does not yet hold its last word.
        local partial;
        /// A packet is being sent, and its next word was written in an earlier cycle.
        local written;
        /// The next word is not the first of a block, and that holds its last one.
        local whole;
        /// It is at the end of a block.
        local block_ends;
        /// It has been written, is the last of its packet, and neither the first of a block nor the
        /// second of the packet.
        local early_ends;
        /// It has been written, and is the last of its packet.
        local packet_ends;
        /// Another packet of the queue waits behind it.
        local followed;
        /// The packet that is asked for is the follower of the one that has ended.
        local forwards;
        /// The packet that is asked for is of a single word.
        local single;
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
        self.reading.next = self.block_reg.val();
        self.sent_queue.next = self.queue_reg.val();
        self.sent_packet.next = self.packet_reg.val();
        self.advances.next = self.advances_reg.val();
        self.packet_blocks.next = self.packet_blocks_reg.val();
        self.follower.next = self.after_reg.val();
        self.follower_single.next = self.single_after_reg.val();
        if !self.one_word_blocks.val() {
            comment!("There is time to ask in the cycle after the end.");
            self.follower.next = self.block_after.val();
            self.follower_single.next = self.single_after.val();
        }
        self.forwards.next =
            self.advances_reg.val() && self.start_queue.val() == self.queue_reg.val();
        self.single.next = self.start_single.val();
        if self.sending_reg.val() {
            self.block.next = self.block_reg.val();
            self.word_queue.next = self.queue_reg.val();
            self.followed.next = self.followed_reg.val();
        } else {
            self.block.next = self.start_block.val();
            self.word_queue.next = self.start_queue.val();
            self.followed.next = self.start_followed.val();
        }
        if self.forwards.val() {
            comment!("So nothing is being sent, and it was asked for in the cycle before.");
            self.block.next = self.after_reg.val();
            self.single.next = self.single_after_reg.val();
        }
        self.row.next = self.block.val();
        self.address.next = (self.row.val() << self.position_shift.val()) | self.position.val();
        self.asked.next = self.block_reg.val();
        if self.one_word_blocks.val() {
            comment!("Already the first word may be followed by one of another block.");
            self.asked.next = self.block.val();
        }
        self.at_writer.next = self.asked.val() == self.open_block.val();
        self.packet_end.start.next = self.start.val();
        self.packet_end.last_position.next = self.last_position.val();
        self.packet_end.second_is_last.next = self.second_is_last.val();
        self.packet_end.fills.next = self.at_writer.val() && self.fills.val() && !self.taken.val();
        self.packet_end.written_last.next = self.last_written.val();
        self.packet_end.position.next = self.position.val();
        self.partial.next = self.at_writer.val() && self.open_words.val() != 0;
        self.written.next = self.sending_reg.val()
            && !self.stranded.val()
            && (!self.partial.val() || self.position.val() < self.open_words.val());
        comment!("A block that does not hold its last word yet does not end.");
        self.whole.next = self.sending_reg.val() && !self.partial.val() && self.position.val() != 0;
        self.early_ends.next = self.whole.val() && self.packet_end.ends.val();
        self.packet_ends.next = self.early_ends.val()
            || (self.whole.val() && self.packet_end.second_ends.val())
            || (self.written.val() && self.position.val() == 0 && self.single_reg.val())
            || (self.start.val() && self.single.val());
        self.after_reg.next = self.block_after.val();
        self.single_after_reg.next = self.single_after.val();
        comment!("The first word of a packet that waits was written in an earlier cycle.");
        self.issue.next = !self.pause.val() && (self.written.val() || self.start.val());
        self.block_ends.next = self.position.val() == self.full_position.val();
        self.ends.next = !self.pause.val() && self.packet_ends.val();
        self.give.next = self.ends.val() || (self.issue.val() && self.block_ends.val());
        comment!(
            "Whether the first or second word is the last is known late, and seldom matters here."
        );
        self.crosses.next = !self.pause.val()
            && self.written.val()
            && self.block_ends.val()
            && !self.early_ends.val();
        if self.one_word_blocks.val() || self.two_word_blocks.val() {
            self.crosses.next =
                self.issue.val() && self.block_ends.val() && !self.packet_ends.val();
        }

        if self.start.val() {
            self.sending_reg.next = true;
            self.queue_reg.next = self.start_queue.val();
            self.packet_reg.next = self.block.val();
            self.followed_reg.next = self.start_followed.val();
            self.block_reg.next = self.block.val();
            self.single_reg.next = self.single.val();
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
