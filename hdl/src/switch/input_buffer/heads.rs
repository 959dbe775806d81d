//! Where queues begin and end.

use super::sizes::block_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Knows the first block of each queue's first waiting packet, and the last block of its last
    /// one, and links the blocks of a queue to one chain.
    ///
    /// The first block is written by a packet that comes into an empty queue, and by the end of the
    /// packet before: in the same cycle for two queues, and therefore to two memories.
    pub struct QueueHeads(config: &InputBuffer) as "tailback_buffer_heads" {
        /// Queues: output ports times virtual lanes.
        count queues = config.queues();

        /// A packet begins.
        input begins;
        /// A block is taken.
        input taken;
        /// Which one.
        input block[block_bits(config)];
        /// The queue of its packet.
        input written_queue[config.queue_bits()];
        /// A packet of the queue waits.
        input occupied;
        /// The block before it, if its packet has one.
        input open_block[block_bits(config)];
        /// The queue of the packet that is being sent.
        input sent_queue[config.queue_bits()];
        /// Another packet of the queue waits behind it.
        input sent_followed;
        /// It ends, and that one is the first of the queue.
        input advances;
        /// The first block of the packet behind it.
        input block_after[block_bits(config)];
        /// The queue that is asked for.
        input start_queue[config.queue_bits()];

        /// The block that is taken comes after another one.
        output linked;
        /// That other block.
        output link_from[block_bits(config)];
        /// The first block of the first packet that waits in the queue that is asked for.
        output start_block[block_bits(config)];

        /// The packet that begins is the first one of its queue.
        local leads;
        /// The last block of each queue.
        lut_memory(config.queues()) tails[block_bits(config)];
        /// The first block of a packet that came into an empty queue.
        lut_memory(config.queues()) leaders[block_bits(config)];
        /// The first block of a packet that came behind another one.
        lut_memory(config.queues()) followers[block_bits(config)];
        /// The first packet of the queue came into an empty queue.
        reg(config.queues()) led;
    }
}

impl Logic for QueueHeads {
    #[hdl_gen]
    fn update(&mut self) {
        self.tails.write.next = self.taken.val();
        self.tails.write_address.next = self.written_queue.val();
        self.tails.write_data.next = self.block.val();
        self.tails.read_address.next = self.written_queue.val();
        self.leads.next = self.begins.val() && !self.occupied.val();
        self.linked.next = self.taken.val() && !self.leads.val();
        self.link_from.next = self.open_block.val();
        if self.begins.val() {
            self.link_from.next = self.tails.read_data.val();
        }

        self.leaders.write.next = self.leads.val();
        self.leaders.write_address.next = self.written_queue.val();
        self.leaders.write_data.next = self.block.val();
        self.leaders.read_address.next = self.start_queue.val();
        self.followers.write.next = self.advances.val();
        self.followers.write_address.next = self.sent_queue.val();
        self.followers.write_data.next = self.block_after.val();
        self.followers.read_address.next = self.start_queue.val();
        for number in 0..self.queues.val() {
            if self.leads.val() && self.written_queue.val() == number {
                self.led[number].next = true;
            } else if self.advances.val() && self.sent_queue.val() == number {
                self.led[number].next = false;
            }
        }

        self.start_block.next = self.followers.read_data.val();
        comment!("While a packet is sent, one is started only with its end, which is known late.");
        if self.sent_followed.val() && self.start_queue.val() == self.sent_queue.val() {
            self.start_block.next = self.block_after.val();
        } else if self.led[self.start_queue.val().index()].val() {
            self.start_block.next = self.leaders.read_data.val();
        }
    }
}
