//! Virtual output queues.

use super::chain::BlockChain;
use super::heads::QueueHeads;
use super::sizes::{block_bits, position_bits};
use super::waiting::WaitingPackets;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Keeps the packets of an input buffer in queues, each of them a chain of blocks.
    pub struct PacketQueues(config: &InputBuffer) as "tailback_buffer_queues" {
        /// Queues: output ports times virtual lanes.
        count queues = config.queues();

        /// The first beat of a packet is written.
        input begins;
        /// The beat that is written is the last of its packet.
        input finishes;
        /// A block that is taken holds only this beat, the last of its packet.
        input single;
        /// The beat that is written is the first of its block.
        input taken;
        /// The beat that is written is the last of its block.
        input fills;
        /// Queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// First block of the packet that is being written.
        input packet[block_bits(config)];
        /// The packet that is being written is bad; valid with its last beat.
        input bad;
        /// Block of the beat that is written.
        input block[block_bits(config)];
        /// Position of the beat that is written, if it is the last of its packet; else 0.
        input last_written[position_bits(config)];
        /// Queue of the packet of which a beat was written last.
        input open_queue[config.queue_bits()];
        /// Block in which a beat was written last.
        input open_block[block_bits(config)];
        /// The first packet of queue `start_queue` is started.
        input start;
        /// Queue whose first packet is looked up.
        input start_queue[config.queue_bits()];
        /// Queue of the packet that was started last.
        input sent_queue[config.queue_bits()];
        /// First block of the packet that was started last.
        input sent_packet[block_bits(config)];
        /// Block that is being read, of the packet that was started last.
        input reading[block_bits(config)];
        /// Block whose successor is looked up.
        input asked[block_bits(config)];
        /// First block of the packet behind the one that has ended.
        input follower[block_bits(config)];
        /// The packet behind the one that has ended has a single beat.
        input follower_single;
        /// A packet ended in the previous cycle, and another one of its queue waits.
        input advances;

        /// One bit per queue: a packet waits.
        output(config.queues()) waiting;
        /// One bit per queue: a packet counts for marking.
        output(config.queues()) counts;
        /// A packet begins to count for marking.
        output enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        output enqueue_queue[config.queue_bits()];
        /// A packet that counts for marking is started.
        output dequeue;
        /// First block of the first packet of queue `start_queue`; not up to date while `advances`
        /// is high for that queue.
        output start_block[block_bits(config)];
        /// The packet of `start_block` has a single beat.
        output start_single;
        /// Another packet of the queue waits behind the one that is started.
        output start_followed;
        /// The packet that is started is still being written.
        output starts_open;
        /// The last beat of a packet that is being sent or started is written.
        output finishes_started;
        /// Successor of block `asked`.
        output block_after[block_bits(config)];
        /// Block `block_after` holds only the last beat of its packet.
        output single_after;
        /// Position of the packet's last beat in the block that is being read; 0 if it is in
        /// another block.
        output last_position[position_bits(config)];
        /// The packet's last beat is the second of the block that is being read.
        output second_is_last;
        /// The packet that was started last is bad.
        output is_bad;

        /// Queues with packets that wait.
        sub packets: WaitingPackets = WaitingPackets::new(config);
        /// First and last blocks of the queues.
        sub heads: QueueHeads = QueueHeads::new(config);
        /// Records of the blocks.
        sub chain: BlockChain = BlockChain::new(config);
    }
}

impl Logic for PacketQueues {
    #[hdl_gen]
    fn update(&mut self) {
        self.packets.begins.next = self.begins.val();
        self.packets.finishes.next = self.finishes.val();
        self.packets.written_queue.next = self.written_queue.val();
        self.packets.open_queue.next = self.open_queue.val();
        self.packets.start.next = self.start.val();
        self.packets.start_queue.next = self.start_queue.val();
        for number in 0..self.queues.val() {
            self.waiting[number].next = self.packets.waiting[number].val();
            self.counts[number].next = self.packets.counts[number].val();
        }
        self.enqueue.next = self.packets.enqueue.val();
        self.enqueue_queue.next = self.packets.enqueue_queue.val();
        self.dequeue.next = self.packets.dequeue.val();
        self.start_followed.next = self.packets.start_followed.val();
        self.starts_open.next = self.packets.starts_open.val();
        self.finishes_started.next = self.packets.finishes_started.val();

        self.heads.begins.next = self.begins.val();
        self.heads.taken.next = self.taken.val();
        self.heads.block.next = self.block.val();
        self.heads.single.next = self.single.val();
        self.heads.written_queue.next = self.written_queue.val();
        self.heads.leads.next = self.packets.leads.val();
        self.heads.start_led.next = self.packets.start_led.val();
        self.heads.open_block.next = self.open_block.val();
        self.heads.advances.next = self.advances.val();
        self.heads.sent_queue.next = self.sent_queue.val();
        self.heads.follower.next = self.follower.val();
        self.heads.follower_single.next = self.follower_single.val();
        self.heads.start_queue.next = self.start_queue.val();
        self.start_block.next = self.heads.start_block.val();
        self.start_single.next = self.heads.start_single.val();

        self.chain.linked.next = self.heads.linked.val();
        self.chain.link_from.next = self.heads.link_from.val();
        self.chain.block.next = self.block.val();
        self.chain.fills.next = self.fills.val();
        self.chain.last_written.next = self.last_written.val();
        self.chain.finishes.next = self.finishes.val();
        self.chain.single.next = self.single.val();
        self.chain.packet.next = self.packet.val();
        self.chain.bad.next = self.bad.val();
        self.chain.reading.next = self.reading.val();
        self.chain.sent_packet.next = self.sent_packet.val();
        self.chain.asked.next = self.asked.val();
        self.block_after.next = self.chain.block_after.val();
        self.single_after.next = self.chain.single_after.val();
        self.last_position.next = self.chain.last_position.val();
        self.second_is_last.next = self.chain.second_is_last.val();
        self.is_bad.next = self.chain.is_bad.val();
    }
}
