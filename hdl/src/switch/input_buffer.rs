//! Packet storage of an input port: virtual output queues with cut-through (Globecom'02 §II;
//! INFOCOM'03 §II).

mod chain;
mod end;
mod frame;
mod heads;
mod lane;
mod numbers;
mod pool;
mod queues;
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
pub use queues::PacketQueues;
pub use reader::BufferReader;
pub use space::{BufferSpace, QueueLane};
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
        /// A beat is issued; the memory delivers it in the next cycle.
        output issue;
        /// The beat that is issued is the last of its packet.
        output ends;
        /// A beat is delivered, one cycle after its issue.
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
        output word[config.word_bits()];
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
        /// Virtual output queues.
        sub queues: PacketQueues = PacketQueues::new(config);
        /// Selection of the beat that is issued.
        sub reader: BufferReader = BufferReader::new(config);
        /// Framing flags of the delivered beats.
        sub frame: PacketFrame = PacketFrame::new();
        /// Free space of each VL.
        sub space: BufferSpace = BufferSpace::new(config);
        /// Beats, addressed by block and position.
        cleared_memory(sizes::memory_words(config)) words[config.word_bits()];
    }
}

impl Logic for InputBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.writer.write.next = self.write.val();
        self.writer.write_first.next = self.write_first.val();
        self.writer.write_last.next = self.write_last.val();
        self.writer.write_queue.next = self.write_queue.val();
        self.writer.give.next = self.reader.give.val();
        self.writer.given.next = self.reader.block.val();
        self.taken.next = self.writer.taken.val();

        self.queues.begins.next = self.writer.begins.val();
        self.queues.finishes.next = self.writer.finishes.val();
        self.queues.single.next = self.writer.single.val();
        self.queues.taken.next = self.writer.taken.val();
        self.queues.fills.next = self.writer.fills.val();
        self.queues.written_queue.next = self.writer.written_queue.val();
        self.queues.packet.next = self.writer.packet.val();
        self.queues.bad.next = self.write_bad.val();
        self.queues.block.next = self.writer.block.val();
        self.queues.last_written.next = self.writer.last_written.val();
        self.queues.open_queue.next = self.writer.open_queue.val();
        self.queues.open_block.next = self.writer.open_block.val();
        self.queues.start.next = self.read.val();
        self.queues.start_queue.next = self.read_queue.val();
        self.queues.sent_queue.next = self.reader.sent_queue.val();
        self.queues.sent_packet.next = self.reader.sent_packet.val();
        self.queues.reading.next = self.reader.reading.val();
        self.queues.asked.next = self.reader.asked.val();
        self.queues.follower.next = self.reader.follower.val();
        self.queues.follower_single.next = self.reader.follower_single.val();
        self.queues.advances.next = self.reader.advances.val();
        self.enqueue.next = self.queues.enqueue.val();
        self.enqueue_queue.next = self.queues.enqueue_queue.val();
        self.dequeue.next = self.queues.dequeue.val();

        self.reader.start.next = self.read.val();
        self.reader.start_queue.next = self.read_queue.val();
        self.reader.start_block.next = self.queues.start_block.val();
        self.reader.start_single.next = self.queues.start_single.val();
        self.reader.start_followed.next = self.queues.start_followed.val();
        self.reader.pause.next = self.pause.val();
        self.reader.open_block.next = self.writer.open_block.val();
        self.reader.open_words.next = self.writer.position.val();
        self.reader.taken.next = self.writer.taken.val();
        self.reader.new_block.next = self.writer.block.val();
        self.reader.new_single.next = self.writer.single.val();
        self.reader.fills.next = self.writer.fills.val();
        self.reader.last_written.next = self.writer.last_written.val();
        self.reader.block_after.next = self.queues.block_after.val();
        self.reader.single_after.next = self.queues.single_after.val();
        self.reader.last_position.next = self.queues.last_position.val();
        self.reader.second_is_last.next = self.queues.second_is_last.val();
        self.sending.next = self.reader.sending.val();
        self.complete.next = self.reader.sending.val() && self.frame.complete.val();
        self.issue.next = self.reader.issue.val();
        self.ends.next = self.reader.ends.val();

        self.frame.start.next = self.read.val();
        self.frame.starts_open.next = self.queues.starts_open.val();
        self.frame.issue.next = self.reader.issue.val();
        self.frame.is_first.next = self.reader.is_first.val();
        self.frame.ends.next = self.reader.ends.val();
        self.frame.is_bad.next = self.queues.is_bad.val();
        self.frame.finishes_started.next = self.queues.finishes_started.val();
        self.frame.bad.next = self.write_bad.val();
        self.word_valid.next = self.frame.word_valid.val();
        self.word_first.next = self.frame.word_first.val();
        self.word_last.next = self.frame.word_last.val();
        self.word_bad.next = self.frame.word_bad.val();
        self.word_discard.next = self.frame.word_discard.val();

        self.words.write.next = self.write.val();
        self.words.write_address.next = self.writer.address.val();
        self.words.write_data.next = self.write_word.val();
        self.words.read.next = self.reader.issue.val();
        self.words.read_address.next = self.reader.address.val();
        self.word.next = self.words.read_data.val();

        self.space.written_queue.next = self.writer.written_queue.val();
        self.space.taken.next = self.writer.taken.val();
        self.space.sent_queue.next = self.reader.word_queue.val();
        self.space.ends.next = self.reader.ends.val();
        self.space.packet_blocks.next = self.reader.packet_blocks.val();
        if self.received_only.val() {
            self.space.test.next = self.writer.finishes.val();
        } else {
            self.space.test.next = !self.reader.sending.val() && !self.read.val();
        }
        for lane in 0..self.lanes.val() {
            self.free[lane].next = self.space.free[lane].val();
            for port in 0..self.outputs.val() {
                self.waiting[port * self.lanes.val() + lane].next =
                    self.queues.waiting[port * self.lanes.val() + lane].val();
                self.trigger[port * self.lanes.val() + lane].next = false;
            }
        }
        for vl in 0..self.virtual_lanes.val() {
            for port in 0..self.outputs.val() {
                self.trigger[port * self.lanes.val() + vl].next = self.space.full[vl].val()
                    && self.queues.counts[port * self.lanes.val() + vl].val();
            }
        }
    }
}
