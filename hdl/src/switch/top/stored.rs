//! Packets between an input port and the crossbar.

use super::marking::by_detector;
use super::BlockEvents;
use crate::prelude::*;
use crate::switch::progress::LENGTH_BITS;
use crate::switch::{InputBuffer, PacketProgress};
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// Stores packets until they are started, and reports when the sent packet is about to end.
    pub struct StoredPackets(switch: &SwitchTop) as "tailback_stored_packets" {
        /// The switch marks by congestion detectors.
        choice by_detector = by_detector(switch);
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Queues: output ports times VLs.
        count queues = switch.port.buffer().queues();

        /// High in the cycle in which a beat is written.
        input write;
        /// The beat is the first of a packet.
        input write_first;
        /// The beat is the last of its packet.
        input write_last;
        /// The packet is bad; valid with `write_last`.
        input write_bad;
        /// Queue of the packet; valid with `write_first`.
        input write_queue[switch.port.buffer().queue_bits()];
        /// Beat to be written: data, and above it a byte enable for each byte.
        input write_word[switch.port.word_bits()];
        /// High in the cycle in which a packet is started.
        input start;
        /// Queue whose first packet is started; valid with `start`.
        input start_queue[switch.port.buffer().queue_bits()];
        /// The packet that is started is dropped; valid with `start`.
        input discard;
        /// High while beats must not be issued.
        input pause;
        /// High while issued beats will not be held up at the output port soon.
        input roomy;

        /// Free blocks of each VL (VL15 last).
        output(switch.port.lanes()) free[switch.port.buffer().free_bits()];
        /// Free blocks of each data VL.
        output(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];
        /// Queues in which a packet waits, one bit per queue.
        output waiting[switch.port.buffer().queues()];
        /// The packet that is sent ends in this cycle or the next.
        output near_end;
        /// High in the cycle in which the last beat of the sent packet is issued.
        output ends;
        /// A beat enters the crossbar, in the cycle after it is issued.
        output word_valid;
        /// First beat of the packet.
        output word_first;
        /// Last beat of the packet.
        output word_last;
        /// The packet is bad; valid with `word_last`.
        output word_bad;
        /// The packet is dropped: found bad before its start, or expired.
        output word_discard;
        /// First beat of a block; low without congestion detectors.
        output word_leads;
        /// Beat for the crossbar: data, and above it a byte enable for each byte.
        output word[switch.port.word_bits()];
        /// A packet begins to count as waiting.
        output enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        output enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts as waiting is started.
        output dequeue;
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        output trigger[switch.port.buffer().queues()];
        /// High in the cycle in which a block of the buffer is taken.
        output taken;
        /// Queue of the packet that takes the block; 0 without congestion detectors.
        output taken_queue[switch.port.buffer().queue_bits()];

        /// The packet started last is dropped.
        reg dropped;
        /// PktLen of the packet whose first beat enters the crossbar, in words of 4 bytes.
        local length[LENGTH_BITS];
        /// Buffer of the input port.
        sub buffer: InputBuffer = InputBuffer::new(&switch.port.buffer());
        /// Predicts the end of the packet that is sent.
        sub progress: PacketProgress = PacketProgress::new(&switch.port);
        /// Block events for the congestion detectors.
        optional(by_detector(switch)) blocks: BlockEvents =
            BlockEvents::new(&switch.port);
    }
    connect {
        buffer: write, write_first, write_last, write_bad, write_queue, write_word, read = start,
            read_queue = start_queue, pause, free, enqueue, enqueue_queue, dequeue, taken, ends,
            word_valid, word_first, word_last, word_bad, word;
        buffer, progress: issue, ends, complete;
        progress: start, roomy, words = length, near_end;
    }
}

impl Logic for StoredPackets {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.credits[vl].next = self.buffer.free[vl].val() >> 0;
        }
        for at in 0..self.queues.val() {
            self.waiting.next = self.waiting.val().replace_bit(at, self.buffer.waiting[at].val());
            self.trigger.next = self.trigger.val().replace_bit(at, self.buffer.trigger[at].val());
        }
        if self.start.val() {
            self.dropped.next = self.discard.val();
        }
        self.word_discard.next = self.buffer.word_discard.val() || self.dropped.val();

        self.progress.header.next = self.buffer.word_valid.val() && self.buffer.word_first.val();
        comment!("PktLen: the low three bits of byte 4, and byte 5.");
        for at in 0..3 {
            self.length.next =
                self.length.val().replace_bit(8 + at, self.buffer.word.val().get_bit(32 + at));
        }
        for at in 0..8 {
            self.length.next =
                self.length.val().replace_bit(at, self.buffer.word.val().get_bit(40 + at));
        }

        if self.by_detector.val() {
            self.blocks.write_first.next = self.write.val() && self.write_first.val();
            self.blocks.write_queue.next = self.write_queue.val();
            self.blocks.word_valid.next = self.buffer.word_valid.val();
            self.blocks.word_last.next = self.buffer.word_last.val();
            self.word_leads.next = self.blocks.leads.val();
            self.taken_queue.next = self.blocks.taken_queue.val();
        } else {
            self.word_leads.next = false;
            self.taken_queue.next = 0.into();
        }
    }
}
