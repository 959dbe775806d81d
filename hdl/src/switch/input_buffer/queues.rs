//! Virtual output queues.

use super::chain::BlockChain;
use super::heads::QueueHeads;
use super::sizes::{block_bits, position_bits};
use super::waiting::WaitingPackets;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Keeps the packets of an input buffer in queues, each of which is a chain of blocks.
    pub struct PacketQueues(config: &InputBuffer) as "tailback_buffer_queues" {
        /// Queues: output ports times lanes.
        count queues = config.queues();

        /// A packet begins.
        input begins;
        /// A packet is complete with the word that is written.
        input finishes;
        /// A block that is taken holds but this word, the last of its packet.
        input single;
        /// The word is the first of its block.
        input taken;
        /// The word is the last of its block.
        input fills;
        /// The queue of its packet.
        input written_queue[config.queue_bits()];
        /// The first block of the packet.
        input packet[block_bits(config)];
        /// The packet is bad; with its last word.
        input bad;
        /// The block of the word.
        input block[block_bits(config)];
        /// The position of the word, if it is the last of its packet; else 0.
        input last_written[position_bits(config)];
        /// The queue of the packet of which a word was written last.
        input open_queue[config.queue_bits()];
        /// The block in which a word was written last.
        input open_block[block_bits(config)];
        /// The first packet of a queue is started.
        input start;
        /// The queue.
        input start_queue[config.queue_bits()];
        /// The queue of the packet that was started last.
        input sent_queue[config.queue_bits()];
        /// Its first block.
        input sent_packet[block_bits(config)];
        /// The block of it that is being read.
        input reading[block_bits(config)];
        /// The block whose successor is asked for.
        input asked[block_bits(config)];
        /// The first block of the packet behind the one that has ended.
        input follower[block_bits(config)];
        /// That is a packet of a single word.
        input follower_single;
        /// The packet has ended in the cycle before, and another one of its queue waits.
        input advances;

        /// A packet waits.
        output(config.queues()) waiting;
        /// A packet counts for marking.
        output(config.queues()) counts;
        /// A packet begins to count.
        output enqueue;
        /// Its queue.
        output enqueue_queue[config.queue_bits()];
        /// A packet that counts is started.
        output dequeue;
        /// The first block of the packet that is started.
        output start_block[block_bits(config)];
        /// It is of a single word.
        output start_single;
        /// Another packet of the queue waits behind it.
        output start_followed;
        /// It is the one that is being written.
        output starts_open;
        /// The packet that is complete was started.
        output finishes_started;
        /// The block after the one that is asked for.
        output block_after[block_bits(config)];
        /// It holds but the last word of its packet.
        output single_after;
        /// The position of the packet's last word in the block that is being read; 0 if it is in
        /// another.
        output last_position[position_bits(config)];
        /// It is the second word of that block.
        output second_is_last;
        /// The packet that was started last is bad.
        output is_bad;

        /// Which queues have packets that wait.
        sub packets: WaitingPackets = WaitingPackets::new(config);
        /// Where queues begin and end.
        sub heads: QueueHeads = QueueHeads::new(config);
        /// What is known of each block.
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
