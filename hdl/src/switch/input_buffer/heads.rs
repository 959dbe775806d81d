//! Where queues begin and end.

use super::sizes::block_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Knows the first block of each queue's first waiting packet, and the last block of its last
    /// one, and links the blocks of a queue to one chain.
    ///
    /// The first block is written by a packet that comes into an empty queue, and in the cycle after
    /// the end of the packet before: in the same cycle for two queues, and therefore to two memories.
    pub struct QueueHeads(config: &InputBuffer) as "tailback_buffer_heads" {
        /// A packet begins.
        input begins;
        /// A block is taken.
        input taken;
        /// Which one.
        input block[block_bits(config)];
        /// It is taken for a packet of a single word.
        input single;
        /// The queue of its packet.
        input written_queue[config.queue_bits()];
        /// It comes into an empty queue.
        input leads;
        /// The block before it, if its packet has one.
        input open_block[block_bits(config)];
        /// A packet has ended in the cycle before, and the one behind it is the first of the queue.
        input advances;
        /// Its queue.
        input sent_queue[config.queue_bits()];
        /// The first block of the packet behind it.
        input follower[block_bits(config)];
        /// That is a packet of a single word.
        input follower_single;
        /// The queue that is asked for.
        input start_queue[config.queue_bits()];
        /// Its first packet came into an empty queue.
        input start_led;

        /// The block that is taken comes after another one.
        output linked;
        /// That other block.
        output link_from[block_bits(config)];
        /// The first block of the first packet that waits in the queue that is asked for, as far as
        /// it did so in the cycle before.
        output start_block[block_bits(config)];
        /// That is a packet of a single word.
        output start_single;

        /// The last block of each queue.
        lut_memory(config.queues()) tails[block_bits(config)];
        /// The first block of a packet that came into an empty queue.
        lut_memory(config.queues()) leaders[block_bits(config)];
        /// Whether it is of a single word.
        lut_memory(config.queues()) single_leaders;
        /// The first block of a packet that came behind another one.
        lut_memory(config.queues()) followers[block_bits(config)];
        /// Whether it is of a single word.
        lut_memory(config.queues()) single_followers;
    }
}

impl Logic for QueueHeads {
    #[hdl_gen]
    fn update(&mut self) {
        self.tails.write.next = self.taken.val();
        self.tails.write_address.next = self.written_queue.val();
        self.tails.write_data.next = self.block.val();
        self.tails.read_address.next = self.written_queue.val();
        self.linked.next = self.taken.val() && !self.leads.val();
        self.link_from.next = self.open_block.val();
        if self.begins.val() {
            self.link_from.next = self.tails.read_data.val();
        }

        self.leaders.write.next = self.leads.val();
        self.leaders.write_address.next = self.written_queue.val();
        self.leaders.write_data.next = self.block.val();
        self.leaders.read_address.next = self.start_queue.val();
        self.single_leaders.write.next = self.leads.val();
        self.single_leaders.write_address.next = self.written_queue.val();
        self.single_leaders.write_data.next = self.single.val();
        self.single_leaders.read_address.next = self.start_queue.val();
        self.followers.write.next = self.advances.val();
        self.followers.write_address.next = self.sent_queue.val();
        self.followers.write_data.next = self.follower.val();
        self.followers.read_address.next = self.start_queue.val();
        self.single_followers.write.next = self.advances.val();
        self.single_followers.write_address.next = self.sent_queue.val();
        self.single_followers.write_data.next = self.follower_single.val();
        self.single_followers.read_address.next = self.start_queue.val();

        self.start_block.next = self.followers.read_data.val();
        self.start_single.next = self.single_followers.read_data.val();
        if self.start_led.val() {
            self.start_block.next = self.leaders.read_data.val();
            self.start_single.next = self.single_leaders.read_data.val();
        }
    }
}
