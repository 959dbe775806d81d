//! Selection of the beat that is issued.

use super::end::PacketEnd;
use super::sizes::{
    block_bits, one_word_blocks, packet_bits, position_bits, position_shift, words,
};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Walks along the blocks of the packet that is being sent, no further than beats have been
    /// written.
    ///
    /// The first beat is issued in the cycle in which the packet is started. A block may be taken
    /// again from the cycle after its last beat was issued. Between packets, the registers are as
    /// at the beginning of a packet.
    pub struct BufferReader(config: &InputBuffer) as "tailback_buffer_reader" {
        /// Bits of the memory address that hold the position; 0 if a block is one beat.
        count position_shift = position_shift(config);
        /// A block is one beat.
        choice one_word_blocks = one_word_blocks(config);
        /// A block is two beats.
        choice two_word_blocks = config.block_words() == 2;
        /// Position of a full block's last beat.
        count full_position = config.block_words() - 1;

        /// A packet is started.
        input start;
        /// Queue of the packet that is started.
        input start_queue[config.queue_bits()];
        /// First block of the packet that is started, unless the packet is the follower of the one
        /// that has ended.
        input start_block[block_bits(config)];
        /// The packet that is started has a single beat; valid as `start_block`.
        input start_single;
        /// Another packet of the queue waits behind the one that is started.
        input start_followed;
        /// No beat is issued in this cycle.
        input pause;
        /// Block in which a beat was written last.
        input open_block[block_bits(config)];
        /// Beats that have been written to block `open_block`; 0 once it is filled.
        input open_words[position_bits(config)];
        /// The beat that is written takes a block.
        input taken;
        /// Block that is taken; valid with `taken`.
        input new_block[block_bits(config)];
        /// The block that is taken holds only the last beat of its packet.
        input new_single;
        /// The beat that is written is the last of its block.
        input fills;
        /// Position of the beat that is written, if it is the last of its packet; else 0.
        input last_written[position_bits(config)];
        /// Successor of block `asked`.
        input block_after[block_bits(config)];
        /// Block `block_after` holds only the last beat of its packet.
        input single_after;
        /// Position of the packet's last beat in the block that is being read; 0 if it is in
        /// another block.
        input last_position[position_bits(config)];
        /// The packet's last beat is the second of the block that is being read.
        input second_is_last;

        /// A packet was started in an earlier cycle, and has not ended.
        output_reg sending;
        /// A beat is issued.
        output issue;
        /// The next beat to issue is the first of its packet.
        output_reg is_first = true;
        /// The beat that is issued is the last of its packet.
        output ends;
        /// The packet that was started last ended in the previous cycle, and another one of its
        /// queue waits.
        output_reg advances;
        /// The beat that is issued is the last of its block, which becomes free.
        output give;
        /// Block of the next beat to issue.
        output block[block_bits(config)];
        /// Memory address of the next beat to issue.
        output address[address_bits(words(config))];
        /// Queue of the packet that is being sent or started.
        output word_queue[config.queue_bits()];
        /// Blocks of the packet, up to that of the next beat.
        output_reg packet_blocks[packet_bits(config)] = 1;
        /// Block whose successor is looked up.
        output asked[block_bits(config)];
        /// Block that is being read; valid if the packet was started in an earlier cycle.
        output_reg reading[block_bits(config)];
        /// First block of the packet behind the one that has ended.
        output follower[block_bits(config)];
        /// The packet behind the one that has ended has a single beat.
        output follower_single;
        /// The queue of the packet that was started last.
        output_reg sent_queue[config.queue_bits()];
        /// First block of the packet that was started last.
        output_reg sent_packet[block_bits(config)];

        /// Detects the last beat of the packet.
        sub packet_end: PacketEnd = PacketEnd::new(config);
        /// Block `asked` is the one in which a beat was written last.
        local at_writer;
        /// Block `asked` has not been filled.
        local partial;
        /// A packet is being sent, and its next beat was written in an earlier cycle.
        local written;
        /// The next beat is not the first of its block, and the block has been filled.
        local whole;
        /// The next beat is at the last position of a full block.
        local block_ends;
        /// The next beat has been written, is the last of its packet, and neither the first of a
        /// block nor the second of the packet.
        local early_ends;
        /// The next beat has been written, and is the last of its packet.
        local packet_ends;
        /// Another packet of the queue waits behind the one that is being sent or started.
        local followed;
        /// The first packet of queue `start_queue` is the follower of the one that has ended.
        local forwards;
        /// The first packet of queue `start_queue` has a single beat.
        local single;
        /// The packet continues in another block.
        local crosses;
        /// Block of the next beat, in as many bits as a memory address.
        local row[address_bits(words(config))];

        /// Another packet of the queue waits behind the one that was started last.
        reg followed_reg;
        /// Block `block_reg` holds only the last beat of its packet.
        reg single_reg;
        /// Successor of the block that was looked up in the previous cycle.
        reg after_reg[block_bits(config)];
        /// Block `after_reg` holds only the last beat of its packet.
        reg single_after_reg;
        /// The block of the next beat has not been taken.
        reg stranded;
        /// Position of the next beat in its block.
        reg position[position_bits(config)];
    }
    connect {
        packet_end: start, last_position, second_is_last, written_last = last_written, position;
    }
}

impl Logic for BufferReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.follower.next = self.after_reg.val();
        self.follower_single.next = self.single_after_reg.val();
        if !self.one_word_blocks.val() {
            comment!("Timing: the follower can be looked up in the cycle after the end.");
            self.follower.next = self.block_after.val();
            self.follower_single.next = self.single_after.val();
        }
        self.forwards.next = self.advances.val() && self.start_queue.val() == self.sent_queue.val();
        self.single.next = self.start_single.val();
        if self.sending.val() {
            self.block.next = self.reading.val();
            self.word_queue.next = self.sent_queue.val();
            self.followed.next = self.followed_reg.val();
        } else {
            self.block.next = self.start_block.val();
            self.word_queue.next = self.start_queue.val();
            self.followed.next = self.start_followed.val();
        }
        if self.forwards.val() {
            comment!("No packet is being sent; the follower was looked up in the previous cycle.");
            self.block.next = self.after_reg.val();
            self.single.next = self.single_after_reg.val();
        }
        self.row.next = self.block.val();
        self.address.next = (self.row.val() << self.position_shift.val()) | self.position.val();
        self.asked.next = self.reading.val();
        if self.one_word_blocks.val() {
            comment!("Even the first beat may be followed by one of another block.");
            self.asked.next = self.block.val();
        }
        self.at_writer.next = self.asked.val() == self.open_block.val();
        self.packet_end.fills.next = self.at_writer.val() && self.fills.val() && !self.taken.val();
        self.partial.next = self.at_writer.val() && self.open_words.val() != 0;
        self.written.next = self.sending.val()
            && !self.stranded.val()
            && (!self.partial.val() || self.position.val() < self.open_words.val());
        comment!("No beat written so far is the last of its packet if its block is not filled.");
        self.whole.next = self.sending.val() && !self.partial.val() && self.position.val() != 0;
        self.early_ends.next = self.whole.val() && self.packet_end.ends.val();
        self.packet_ends.next = self.early_ends.val()
            || (self.whole.val() && self.packet_end.second_ends.val())
            || (self.written.val() && self.position.val() == 0 && self.single_reg.val())
            || (self.start.val() && self.single.val());
        self.after_reg.next = self.block_after.val();
        self.single_after_reg.next = self.single_after.val();
        comment!("The first beat of a packet that waits was written in an earlier cycle.");
        self.issue.next = !self.pause.val() && (self.written.val() || self.start.val());
        self.block_ends.next = self.position.val() == self.full_position.val();
        self.ends.next = !self.pause.val() && self.packet_ends.val();
        self.give.next = self.ends.val() || (self.issue.val() && self.block_ends.val());
        comment!("Timing: an end at the first two beats is late; only short blocks need it.");
        self.crosses.next = !self.pause.val()
            && self.written.val()
            && self.block_ends.val()
            && !self.early_ends.val();
        if self.one_word_blocks.val() || self.two_word_blocks.val() {
            self.crosses.next =
                self.issue.val() && self.block_ends.val() && !self.packet_ends.val();
        }

        if self.start.val() {
            self.sending.next = true;
            self.sent_queue.next = self.start_queue.val();
            self.sent_packet.next = self.block.val();
            self.followed_reg.next = self.start_followed.val();
            self.reading.next = self.block.val();
            self.single_reg.next = self.single.val();
        }
        if self.issue.val() {
            self.is_first.next = false;
            self.position.next = self.position.val() + 1;
        }
        if self.give.val() {
            self.position.next = 0.into();
        }
        if self.crosses.val() {
            self.packet_blocks.next = self.packet_blocks.val() + 1;
        }
        if self.crosses.val() || self.stranded.val() {
            comment!("The block taken last is followed by the next one that is taken.");
            self.stranded.next = self.at_writer.val() && !self.taken.val();
            if !self.at_writer.val() {
                self.reading.next = self.block_after.val();
                self.single_reg.next = self.single_after.val();
            } else if self.taken.val() {
                self.reading.next = self.new_block.val();
                self.single_reg.next = self.new_single.val();
            }
        }
        self.advances.next = self.ends.val() && self.followed.val();
        if self.ends.val() {
            self.sending.next = false;
            self.is_first.next = true;
            self.packet_blocks.next = 1.into();
        }
    }
}
