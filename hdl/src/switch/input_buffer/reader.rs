//! Which word is issued.

use super::sizes::{block_bits, packet_bits, position_bits, position_shift, words};
use crate::address_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Walks along the blocks of the packet that is being sent, no further than words are written.
    ///
    /// A block may be taken again from the cycle after its last word was issued.
    pub struct BufferReader(config: &InputBuffer) as "tailback_buffer_reader" {
        /// Bits of a position.
        count position_shift = position_shift(config);

        /// A packet is started.
        input start;
        /// Its queue.
        input start_queue[config.queue_bits()];
        /// Its first block.
        input start_block[block_bits(config)];
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
        /// The block after the one that is being read.
        input block_after[block_bits(config)];
        /// The position of its last word, if it holds that.
        input last_position[position_bits(config)];
        /// That word is the last of its packet.
        input is_last;

        /// A packet may be started.
        output ready;
        /// A packet is being sent.
        output sending;
        /// A word is issued.
        output issue;
        /// It is the first of the packet, or will be.
        output is_first;
        /// It is the last of the packet.
        output ends;
        /// Another packet of the queue waits behind the one that is being sent.
        output is_followed;
        /// The packet ends, and that one begins with `block_after`.
        output advances;
        /// The word is the last of its block, which comes back.
        output give;
        /// The block that is being read.
        output block[block_bits(config)];
        /// The place of the word.
        output address[address_bits(words(config))];
        /// The packet's queue.
        output sent_queue[config.queue_bits()];
        /// Blocks that the packet takes, as far as it has been issued.
        output packet_blocks[packet_bits(config)];

        /// The block that is being read is the one in which a word was written last.
        local at_writer;
        /// It does not yet hold its last word.
        local partial;
        /// The next word was written in an earlier cycle.
        local written;
        /// The packet goes on in another block.
        local crosses;
        /// The block that is being read, in as many bits as its words' addresses have.
        local row[address_bits(words(config))];

        /// A packet is being sent.
        reg sending_reg;
        /// Its queue.
        reg queue_reg[config.queue_bits()];
        /// Another packet of the queue waits behind it.
        reg followed;
        /// No word of it has been issued.
        reg first;
        /// The block of the next word, or the one before if that has not been taken.
        reg block_reg[block_bits(config)];
        /// The block of the next word has not been taken.
        reg stranded;
        /// The position of the next word.
        reg position[position_bits(config)];
        /// Blocks of the packet up to here.
        reg packet_blocks_reg[packet_bits(config)];
    }
}

impl Logic for BufferReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.sending.next = self.sending_reg.val();
        self.is_first.next = self.first.val();
        self.block.next = self.block_reg.val();
        self.row.next = self.block_reg.val();
        self.address.next = (self.row.val() << self.position_shift.val()) | self.position.val();
        self.sent_queue.next = self.queue_reg.val();
        self.packet_blocks.next = self.packet_blocks_reg.val();

        self.at_writer.next = self.block_reg.val() == self.open_block.val();
        self.partial.next = self.at_writer.val() && self.open_words.val() != 0;
        self.written.next = !self.stranded.val()
            && (!self.partial.val() || self.position.val() < self.open_words.val());
        self.issue.next = self.sending_reg.val() && !self.pause.val() && self.written.val();
        comment!("A block that does not hold its last word yet does not end.");
        self.give.next = self.issue.val()
            && !self.partial.val()
            && self.position.val() == self.last_position.val();
        self.ends.next = self.give.val() && self.is_last.val();
        self.is_followed.next = self.sending_reg.val() && self.followed.val();
        self.advances.next = self.ends.val() && self.followed.val();
        self.crosses.next = self.give.val() && !self.is_last.val();
        self.ready.next = !self.sending_reg.val() || self.ends.val();

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
            } else if self.taken.val() {
                self.block_reg.next = self.new_block.val();
            }
        }
        if self.ends.val() {
            self.sending_reg.next = false;
        }
        if self.start.val() {
            self.sending_reg.next = true;
            self.queue_reg.next = self.start_queue.val();
            self.followed.next = self.start_followed.val();
            self.first.next = true;
            self.block_reg.next = self.start_block.val();
            self.position.next = 0.into();
            self.packet_blocks_reg.next = 1.into();
        }
    }
}
