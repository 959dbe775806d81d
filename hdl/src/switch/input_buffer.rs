//! Packet storage of an input port: virtual output queues with cut-through (Globecom'02 §II;
//! INFOCOM'03 §II).

mod chain;
mod end;
mod frame;
mod heads;
mod lane;
mod numbers;
mod pool;
mod reader;
mod sizes;
mod space;
mod standstill;
mod waiting;
mod writer;

pub use chain::BlockChain;
pub use end::PacketEnd;
pub use frame::PacketFrame;
pub use heads::QueueHeads;
pub use lane::LaneSpace;
pub use numbers::PacketNumbers;
pub use pool::BlockPool;
pub use reader::BufferReader;
pub use space::BufferSpace;
pub use standstill::Standstill;
pub use waiting::WaitingPackets;
pub use writer::BufferWriter;

use crate::prelude::*;
use tailback_spec::switch::input_buffer::{InputBuffer as Config, Reading};

block! {
    /// Stores the packets of an input port, in one queue per output port and virtual lane (VL).
    ///
    /// Each data VL has blocks of its own, and so has VL15 (management), whose index follows those
    /// of the data VLs. A packet may be read while it is being written (cut-through). It takes
    /// blocks of its VL one by one, and frees all of them when its last beat is issued. A queue is
    /// a chain of blocks; its index is the output port times the number of VLs, plus the index of
    /// the VL.
    pub struct InputBuffer(config: &Config) as "tailback_input_buffer" {
        /// Virtual lanes (VLs): the data VLs, then VL15 if it is configured.
        count lanes = config.lanes();
        /// Data VLs.
        count virtual_lanes = config.virtual_lanes();
        /// Output ports.
        count outputs = config.outputs();
        /// Fullness is tested when a packet has been received; if low, while nothing is sent.
        choice received_only = config.reading() == Reading::Received;

        /// A beat is written.
        input write;
        /// The beat is the first of a packet.
        input write_first;
        /// The beat is the last of its packet.
        input write_last;
        /// The packet is bad; valid with `write_last`.
        input write_bad;
        /// Queue of the packet; valid with `write_first`.
        input write_queue[config.queue_bits()];
        /// Beat to write, with its sideband bits.
        input write_word[config.word_bits()];
        /// The beat of the next cycle takes a block.
        input take;
        /// VL index of that block; valid with `take`.
        input take_lane[config.lane_bits()];
        /// Starts a packet, and issues its first beat; not allowed while `sending`.
        input read;
        /// Queue of the packet to start; a packet must wait in it.
        input read_queue[config.queue_bits()];
        /// No beat is issued in this cycle.
        input pause;

        /// The beat that is written takes a block.
        output taken;
        /// Free blocks of each VL.
        output(config.lanes()) free[config.free_bits()];
        /// One bit per queue: a packet waits.
        output(config.queues()) waiting;
        /// A packet was started in an earlier cycle, and has not ended.
        output sending;
        /// The last beat of the packet that is being sent was written in an earlier cycle.
        output complete;
        /// A beat is issued; it is delivered two cycles later.
        output issue;
        /// The beat that is issued is the last of its packet.
        output ends;
        /// A beat is delivered, two cycles after its issue.
        output word_valid;
        /// The delivered beat is the first of its packet.
        output word_first;
        /// The delivered beat is the last of its packet.
        output word_last;
        /// The packet of the delivered beat is bad; valid with `word_last`.
        output word_bad;
        /// The packet of the delivered beat was known to be bad when it was started.
        output word_discard;
        /// Delivered beat, with its sideband bits; 0 while `word_valid` is low.
        output_reg word[config.word_bits()];
        /// A packet begins to count as waiting.
        output enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        output enqueue_queue[config.queue_bits()];
        /// A packet that counts as waiting is started.
        output dequeue;
        /// One bit per queue: its VL has become full, and a packet of the queue counts as waiting.
        output(config.queues()) trigger;

        /// Block and address of each beat that is written.
        sub writer: BufferWriter = BufferWriter::new(config);
        /// Queues with packets that wait.
        sub packets: WaitingPackets = WaitingPackets::new(config);
        /// First and last blocks of the queues.
        sub heads: QueueHeads = QueueHeads::new(config);
        /// Records of the blocks.
        sub chain: BlockChain = BlockChain::new(config);
        /// Selection of the beat that is issued.
        sub reader: BufferReader = BufferReader::new(config);
        /// Framing flags of the delivered beats.
        sub frame: PacketFrame = PacketFrame::new();
        /// Free space of each VL.
        sub space: BufferSpace = BufferSpace::new(config);
        /// Beats, addressed by block and position.
        memory(sizes::memory_words(config)) words[config.word_bits()];
    }
    connect {
        writer: write, write_first, write_last, write_queue, taken;
        writer, packets: begins, finishes, written_queue, open_queue;
        writer, heads: begins, taken, block, single, written_queue, open_block;
        writer, chain: block, fills, last_written, finishes, single, packet;
        writer, reader: open_block, position = open_words, taken, block = new_block,
            single = new_single, fills, last_written;
        writer, words: address = write_address;
        writer, space: written_queue;
        packets: start = read, start_queue = read_queue, waiting, enqueue, enqueue_queue, dequeue;
        packets, heads: leads, start_led;
        packets, reader: start_followed;
        packets, frame: starts_open, finishes_started;
        heads: start_queue = read_queue;
        heads, chain: linked, link_from;
        heads, reader: start_block, start_single;
        chain: bad = write_bad;
        chain, reader: block_after, single_after, last_position, second_is_last;
        chain, frame: is_bad;
        reader, writer: give, block = given;
        reader, heads: sent_queue, follower, follower_single, advances;
        reader, chain: sent_packet, reading, asked;
        reader: start = read, start_queue = read_queue, pause, sending, issue, ends;
        reader, frame: issue, is_first, ends;
        reader, words: address = read_address;
        reader, space: word_queue = sent_queue, ends, packet_blocks;
        frame: start = read, bad = write_bad, word_valid, word_first, word_last, word_bad,
            word_discard;
        space: take, take_lane, free;
        words: write, write_data = write_word;
    }
}

impl Logic for InputBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.complete.next = self.reader.sending.val() && self.frame.complete.val();

        comment!("Timing: `issue` is known late, so the memory reads in every cycle.");
        self.words.read.next = true;
        comment!("A synchronous reset clears the register, with no logic behind the block RAM.");
        self.word.next = 0.into();
        if self.frame.issued.val() {
            self.word.next = self.words.read_data.val();
        }

        if self.received_only.val() {
            self.space.test.next = self.writer.finishes.val();
        } else {
            self.space.test.next = !self.reader.sending.val() && !self.read.val();
        }
        for lane in 0..self.lanes.val() {
            for port in 0..self.outputs.val() {
                self.trigger[port * self.lanes.val() + lane].next = false;
            }
        }
        for vl in 0..self.virtual_lanes.val() {
            for port in 0..self.outputs.val() {
                self.trigger[port * self.lanes.val() + vl].next = self.space.full[vl].val()
                    && self.packets.counts[port * self.lanes.val() + vl].val();
            }
        }
    }
}
