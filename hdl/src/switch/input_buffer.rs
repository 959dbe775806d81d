//! Packet storage of an input port: virtual output queues with cut-through (Globecom'02 §II;
//! INFOCOM'03 §II).

mod closing;
mod frame;
mod heads;
mod issue;
mod lane;
mod pool;
mod reader;
mod received;
mod settling;
mod sizes;
mod space;
mod standstill;
mod waiting;
mod writer;

pub use closing::PacketClosing;
pub use frame::PacketFrame;
pub use heads::QueueHeads;
pub use issue::BeatIssue;
pub use lane::LaneSpace;
pub use pool::PagePool;
pub use reader::BufferReader;
pub use received::ReceivedPackets;
pub use settling::Settling;
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
    /// blocks of its VL one by one, and frees all of them after its end. Beats are stored in pages
    /// of a block and four beats at least, of which there are as many as blocks. The index of a
    /// queue is the output port times the number of VLs, plus the index of the VL.
    pub struct InputBuffer(config: &Config) as "tailback_input_buffer" {
        /// Virtual lanes (VLs): the data VLs, then VL15 if it is configured.
        count lanes = config.lanes();
        /// Queues: output ports times VLs.
        count queues = config.queues();
        /// Output ports.
        count outputs = config.outputs();
        /// A packet counts when it has been received; if low, from its first beat on.
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
        /// Blocks of the packet by its header; valid with `write_first`.
        input write_blocks[config.packet_bits()];
        /// Beats of the packet by its header; valid with `write_first`.
        input write_beats[config.beats_bits()];
        /// Beat to write, with its sideband bits.
        input write_word[config.word_bits()];
        /// The beat of the next cycle takes a block.
        input take;
        /// VL of that block; valid with `take`.
        input take_lane[config.lane_bits()];
        /// Starts a packet, whose first beat is issued in the next cycle at the earliest; not allowed
        /// while `sending`, except with `ends`.
        input read;
        /// Queue of the packet to start; its first packet must be known.
        input read_queue[config.queue_bits()];
        /// No beat is issued in this cycle.
        input pause;
        /// Beats will not be held up at the output port, for the next four cycles at least.
        input roomy;

        /// The beat that is written takes a block.
        output taken;
        /// Free blocks of each VL.
        output(config.lanes()) free[config.free_bits()];
        /// One bit per queue: a packet waits, and the first one is known.
        output(config.queues()) known;
        /// Per queue: blocks of that packet by its header; else 0.
        output(config.queues()) blocks[config.packet_bits()];
        /// A packet was started in an earlier cycle, and has not ended.
        output sending;
        /// The last beat of the packet is issued; in the second cycle after its start, or later.
        output ends;
        /// The last beat is issued in this cycle or the next three, or has been; low with `read`.
        output near_end;
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

        /// Page and address of each beat that is written.
        sub writer: BufferWriter = BufferWriter::new(config);
        /// Queues with packets that wait.
        sub packets: WaitingPackets = WaitingPackets::new(config);
        /// First and last packets of the queues.
        sub heads: QueueHeads = QueueHeads::new(config);
        /// Actual end of the packet that is being sent.
        sub closing: PacketClosing = PacketClosing::new(config);
        /// Issue of beats.
        sub issuer: BeatIssue = BeatIssue::new(config);
        /// Address of the beat that is issued.
        sub reader: BufferReader = BufferReader::new(config);
        /// Framing flags of the delivered beats.
        sub frame: PacketFrame = PacketFrame::new();
        /// Free space of each VL.
        sub space: BufferSpace = BufferSpace::new(config);
        /// Packets that have been received as a whole.
        optional(config.reading() == Reading::Received) received: ReceivedPackets =
            ReceivedPackets::new(config);
        /// Beats, addressed by page and position.
        memory(sizes::memory_words(config)) words[config.word_bits()];
        /// One bit per queue: a packet counts as waiting.
        local(config.queues()) counts;
        /// The queue of the packet that was started last.
        reg sent_queue[config.queue_bits()];
        /// Register `sent_queue` of the previous cycle.
        reg advancing_queue[config.queue_bits()];
    }
    connect {
        writer: write, write_first, write_last, write_bad, write_queue, write_beats;
        writer, packets: begins;
        writer, heads: begins, page;
        writer, closing: open_packet, open_queue, open, closed, closed_bad, closed_pair,
            closed_count;
        writer, issuer: visible_count;
        writer, reader: linked, open_page = link_from, page = link_to, give, given = issued_page;
        writer, space: closed, open_queue;
        writer, words: address = write_address;
        packets: write_queue, write_blocks, start = read, start_queue = read_queue, known, blocks;
        packets, heads: leads, start_led, fetches, advances, next_blocks, next_alone;
        packets, closing: start_alone;
        heads: write_last, write_queue, write_blocks, write_beats, start_queue = read_queue,
            advancing_queue;
        heads, closing: start_page;
        heads, issuer: start_beats, start_single, start_four;
        heads, reader: start_page, fetch_page = page;
        closing: start = read, start_queue = read_queue;
        closing, issuer: unfinished, limited, complete, pair, last_count;
        closing, frame: is_bad, discards;
        issuer: start = read, pause, roomy, sending, ends, near_end;
        issuer, reader: issue, is_first, ends, ended;
        issuer, frame: issue, is_first, was_last;
        issuer, space: sending, ended;
        reader: start = read;
        reader, words: address = read_address;
        reader, space: issued_blocks, further_blocks;
        frame: word_valid, word_first, word_last, word_bad, word_discard;
        space: take, take_lane, sent_queue, taken, free;
        received: enqueue, enqueue_queue, dequeue, dequeue_queue = read_queue;
        words: write, write_data = write_word;
    }
}

impl Logic for InputBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.read.next = true;
        if self.frame.issued.val() {
            self.word.next = self.words.read_data.val();
        } else {
            self.word.next = 0.into();
        }
        if self.read.val() {
            self.sent_queue.next = self.read_queue.val();
        }
        self.advancing_queue.next = self.sent_queue.val();

        self.enqueue_queue.next = 0.into();
        if self.received_only.val() {
            self.dequeue.next = self.read.val() && !self.closing.starts_open.val();
            comment!("The packet being written has not been started.");
            self.enqueue.next = self.writer.finishes.val()
                && (self.writer.begins.val()
                    || !(self.closing.unfinished.val() || self.closing.starts_open.val()));
            if self.enqueue.val() {
                self.enqueue_queue.next = self.writer.open_queue.val();
                if self.write_first.val() {
                    self.enqueue_queue.next = self.write_queue.val();
                }
            }
            for at in 0..self.queues.val() {
                self.counts[at].next = self.received.counts[at].val();
            }
        } else {
            self.dequeue.next = self.read.val();
            self.enqueue.next = self.writer.begins.val();
            if self.enqueue.val() {
                self.enqueue_queue.next = self.write_queue.val();
            }
            for at in 0..self.queues.val() {
                self.counts[at].next = self.packets.waits[at].val();
            }
        }

        for lane in 0..self.lanes.val() {
            for port in 0..self.outputs.val() {
                self.trigger[port * self.lanes.val() + lane].next = self.space.full[lane].val()
                    && self.counts[port * self.lanes.val() + lane].val();
            }
        }
    }
}
