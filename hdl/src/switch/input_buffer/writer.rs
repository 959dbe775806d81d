//! Block and address of each beat that is written.

use super::pool::BlockPool;
use super::sizes::{block_bits, position_bits, position_shift, words};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Determines the block and the memory address of each beat that is written to an input buffer.
    ///
    /// A packet takes its blocks one by one, each with the block's first beat.
    pub struct BufferWriter(config: &InputBuffer) as "tailback_buffer_writer" {
        /// Position of a full block's last beat.
        count last_position = config.block_words() - 1;
        /// Bits of the memory address that hold the position; 0 if a block is one beat.
        count position_shift = position_shift(config);

        /// A beat is written.
        input write;
        /// The beat is the first of a packet.
        input write_first;
        /// The beat is the last of its packet.
        input write_last;
        /// Queue of the packet; valid with `write_first`.
        input write_queue[config.queue_bits()];
        /// A block becomes free.
        input give;
        /// Block that becomes free; valid with `give`.
        input given[block_bits(config)];

        /// The first beat of a packet is written.
        output begins;
        /// The last beat of a packet is written.
        output finishes;
        /// The beat is the last of its packet, if it is written.
        output single;
        /// Position of the beat in its block, if it is the last of its packet; else 0.
        output last_written[position_bits(config)];
        /// The beat that is written is the first of its block.
        output taken;
        /// The beat that is written is the last of its block.
        output fills;
        /// Queue of the packet that is being written.
        output written_queue[config.queue_bits()];
        /// First block of the packet that is being written.
        output packet[block_bits(config)];
        /// Block of the beat.
        output block[block_bits(config)];
        /// Position of the beat in its block: number of beats already written to the block.
        output_reg position[position_bits(config)];
        /// Memory address of the beat.
        output address[address_bits(words(config))];
        /// Queue of the packet of which a beat was written last.
        output_reg open_queue[config.queue_bits()];
        /// Block in which a beat was written last.
        output_reg open_block[block_bits(config)];

        /// Block of the beat, in as many bits as a memory address.
        local row[address_bits(words(config))];
        /// Free blocks.
        sub pool: BlockPool = BlockPool::new(config);
        /// First block of the packet of which a beat was written last.
        reg packet_reg[block_bits(config)];
    }
    connect {
        pool: take = taken, give, given;
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
            self.last_written.next = self.position.val();
        }
        self.taken.next = self.write.val() && self.position.val() == 0;
        self.fills.next = self.write.val()
            && (self.write_last.val() || self.position.val() == self.last_position.val());

        self.written_queue.next = self.open_queue.val();
        self.packet.next = self.packet_reg.val();
        if self.write_first.val() {
            self.written_queue.next = self.write_queue.val();
            self.packet.next = self.pool.block.val();
        }
        self.block.next = self.open_block.val();
        if self.position.val() == 0 {
            self.block.next = self.pool.block.val();
        }
        self.row.next = self.block.val();
        self.address.next = (self.row.val() << self.position_shift.val()) | self.position.val();

        if self.write.val() {
            self.open_queue.next = self.written_queue.val();
            self.packet_reg.next = self.packet.val();
            self.open_block.next = self.block.val();
            self.position.next = self.position.val() + 1;
            if self.fills.val() {
                self.position.next = 0.into();
            }
        }
    }
}
