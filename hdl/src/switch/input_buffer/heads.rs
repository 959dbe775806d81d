//! First and last blocks of the queues.

use super::sizes::block_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Holds the first block of each queue's first waiting packet and the last block of its last
    /// packet, and links the blocks of a queue into one chain.
    ///
    /// The first block is written when a packet enters the empty queue, and in the cycle after the
    /// end of the previous packet. Both may happen in one cycle for two queues; hence the two
    /// memories.
    pub struct QueueHeads(config: &InputBuffer) as "tailback_buffer_heads" {
        /// The first beat of a packet is written.
        input begins;
        /// A block is taken.
        input taken;
        /// Block that is taken.
        input block[block_bits(config)];
        /// The beat that is written is the last of its packet.
        input single;
        /// Queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// The packet that begins enters an empty queue.
        input leads;
        /// Block in which a beat was written last: predecessor of a block within its packet.
        input open_block[block_bits(config)];
        /// A packet ended in the previous cycle, and the one behind it is the first of the queue.
        input advances;
        /// Queue of the packet that was started last.
        input sent_queue[config.queue_bits()];
        /// First block of the packet behind the one that ended.
        input follower[block_bits(config)];
        /// The packet behind the one that ended has a single beat.
        input follower_single;
        /// Queue that is looked up.
        input start_queue[config.queue_bits()];
        /// The first packet of queue `start_queue` entered it while it was empty.
        input start_led;

        /// A block is taken that has a predecessor in its queue.
        output linked;
        /// Predecessor of the block that is taken; valid with `linked`.
        output link_from[block_bits(config)];
        /// First block of the first packet that waits in queue `start_queue`; not up to date while
        /// `advances` is high for that queue.
        output start_block[block_bits(config)];
        /// The packet of `start_block` has a single beat.
        output start_single;

        /// Last block of each queue.
        lut_memory(config.queues()) tails[block_bits(config)];
        /// Per queue: first block of the packet that entered it while it was empty.
        lut_memory(config.queues()) leaders[block_bits(config)];
        /// One bit per queue: the packet of `leaders` has a single beat.
        lut_memory(config.queues()) single_leaders;
        /// Per queue: first block of the packet that entered it behind another one.
        lut_memory(config.queues()) followers[block_bits(config)];
        /// One bit per queue: the packet of `followers` has a single beat.
        lut_memory(config.queues()) single_followers;
    }
    connect {
        tails: write = taken, write_address = written_queue, write_data = block,
            read_address = written_queue;
        leaders: write = leads, write_address = written_queue, write_data = block,
            read_address = start_queue;
        single_leaders: write = leads, write_address = written_queue, write_data = single,
            read_address = start_queue;
        followers: write = advances, write_address = sent_queue, write_data = follower,
            read_address = start_queue;
        single_followers: write = advances, write_address = sent_queue,
            write_data = follower_single, read_address = start_queue;
    }
}

impl Logic for QueueHeads {
    #[hdl_gen]
    fn update(&mut self) {
        self.linked.next = self.taken.val() && !self.leads.val();
        self.link_from.next = self.open_block.val();
        if self.begins.val() {
            self.link_from.next = self.tails.read_data.val();
        }

        self.start_block.next = self.followers.read_data.val();
        self.start_single.next = self.single_followers.read_data.val();
        if self.start_led.val() {
            self.start_block.next = self.leaders.read_data.val();
            self.start_single.next = self.single_leaders.read_data.val();
        }
    }
}
