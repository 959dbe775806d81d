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
    connect {
        packets: begins, finishes, written_queue, open_queue, start, start_queue, waiting, counts,
            enqueue, enqueue_queue, dequeue, start_followed, starts_open, finishes_started;
        packets, heads: leads, start_led;
        heads: begins, taken, block, single, written_queue, open_block, advances, sent_queue,
            follower, follower_single, start_queue, start_block, start_single;
        heads, chain: linked, link_from;
        chain: block, fills, last_written, finishes, single, packet, bad, reading, sent_packet,
            asked, block_after, single_after, last_position, second_is_last, is_bad;
    }
}

wired!(PacketQueues);
