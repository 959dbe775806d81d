//! Where words go.

use super::pool::BlockPool;
use super::sizes::{block_bits, position_bits, position_shift, words};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Finds the place of each word that comes into an input buffer.
    ///
    /// A packet takes its blocks one by one, each with its first word.
    pub struct BufferWriter(config: &InputBuffer) as "tailback_buffer_writer" {
        /// The position of a full block's last word.
        count last_position = config.block_words() - 1;
        /// Bits of a position.
        count position_shift = position_shift(config);

        /// A word comes.
        input write;
        /// It is the first of a packet.
        input write_first;
        /// It is the last of the packet.
        input write_last;
        /// The packet's queue; with `write_first`.
        input write_queue[config.queue_bits()];
        /// A block comes back.
        input give;
        /// Which one.
        input given[block_bits(config)];

        /// A packet begins.
        output begins;
        /// A packet is complete with this word.
        output finishes;
        /// The word is the last of its packet, if it comes.
        output single;
        /// Its position if it is; else 0.
        output last_written[position_bits(config)];
        /// The word is the first of a block.
        output taken;
        /// The word is the last of its block.
        output fills;
        /// The queue of the word's packet.
        output written_queue[config.queue_bits()];
        /// The first block of the packet.
        output packet[block_bits(config)];
        /// The block of the word.
        output block[block_bits(config)];
        /// The position of the word in its block: so many words of it have been written.
        output position[position_bits(config)];
        /// The place of the word.
        output address[address_bits(words(config))];
        /// The queue of the packet of which a word was written last.
        output open_queue[config.queue_bits()];
        /// The block in which a word was written last.
        output open_block[block_bits(config)];

        /// The block of the word, in as many bits as its address has.
        local row[address_bits(words(config))];
        /// Blocks that hold nothing.
        sub pool: BlockPool = BlockPool::new(config);
        /// The queue of the packet of which a word was written last.
        reg queue_reg[config.queue_bits()];
        /// The first block of that packet.
        reg packet_reg[block_bits(config)];
        /// The block in which a word was written last.
        reg block_reg[block_bits(config)];
        /// The position of the next word.
        reg position_reg[position_bits(config)];
    }
}

impl Logic for BufferWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.begins.next = self.write.val() && self.write_first.val();
        self.finishes.next = self.write.val() && self.write_last.val();
        self.single.next = self.write_last.val();
        self.last_written.next = 0.into();
        if self.write_last.val() {
            self.last_written.next = self.position_reg.val();
        }
        self.taken.next = self.write.val() && self.position_reg.val() == 0;
        self.fills.next = self.write.val()
            && (self.write_last.val() || self.position_reg.val() == self.last_position.val());
        self.pool.take.next = self.taken.val();
        self.pool.give.next = self.give.val();
        self.pool.given.next = self.given.val();

        self.written_queue.next = self.queue_reg.val();
        self.packet.next = self.packet_reg.val();
        if self.write_first.val() {
            self.written_queue.next = self.write_queue.val();
            self.packet.next = self.pool.block.val();
        }
        self.block.next = self.block_reg.val();
        if self.position_reg.val() == 0 {
            self.block.next = self.pool.block.val();
        }
        self.position.next = self.position_reg.val();
        self.row.next = self.block.val();
        self.address.next = (self.row.val() << self.position_shift.val()) | self.position_reg.val();
        self.open_queue.next = self.queue_reg.val();
        self.open_block.next = self.block_reg.val();

        if self.write.val() {
            self.queue_reg.next = self.written_queue.val();
            self.packet_reg.next = self.packet.val();
            self.block_reg.next = self.block.val();
            self.position_reg.next = self.position_reg.val() + 1;
            if self.fills.val() {
                self.position_reg.next = 0.into();
            }
        }
    }
}
