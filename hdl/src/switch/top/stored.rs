//! Packets between an input port and the crossbar.

use super::fabric::by_detector;
use super::{BlockEvents, BufferControl, CrossbarBeats};
use crate::prelude::*;
use crate::switch::progress::LENGTH_BITS;
use crate::switch::{InputBuffer, PacketProgress};
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::switch::ingress::lane_bits;
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
        /// The beat of the next cycle takes a block of the input buffer.
        input take;
        /// VL index of that block; valid with `take`.
        input take_lane[lane_bits(&switch.port)];
        /// Input buffer.
        master stored: BufferControl(&switch.port);
        /// Beats that enter the crossbar, each in the second cycle after it is issued.
        master sent: CrossbarBeats(&switch.port, true);

        /// Free blocks of each VL (VL15 last).
        output(switch.port.lanes()) free[switch.port.buffer().free_bits()];
        /// Free blocks of each data VL.
        output(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];

        /// The packet started last is dropped.
        reg dropped;
        /// The packet of the beat that enters the crossbar is dropped.
        reg discarded;
        /// PktLen of the packet whose first beat enters the crossbar, in words of 4 bytes.
        local length[LENGTH_BITS];
        /// Buffer of the input port.
        sub buffer: InputBuffer = InputBuffer::new(&switch.port.buffer());
        /// Predicts the end of the packet that is sent.
        sub progress: PacketProgress = PacketProgress::new(&switch.port);
        /// Block events for the congestion detectors.
        optional(by_detector(switch)) blocks: BlockEvents = BlockEvents::new(&switch.port);
    }
    connect {
        buffer: write, write_first, write_last, write_bad, write_queue, write_word, take,
            take_lane, read = stored.start, read_queue = stored.start_queue,
            pause = stored.pause, free, enqueue = stored.enqueue,
            enqueue_queue = stored.enqueue_queue, dequeue = stored.dequeue,
            taken = stored.taken, ends = stored.ends, word_valid = sent.valid,
            word_first = sent.first, word_last = sent.last, word_bad = sent.bad,
            word = sent.word;
        buffer, progress: issue, ends, complete, word_first = header;
        buffer, blocks: word_valid, word_last;
        progress: start = stored.start, roomy = stored.unhindered, words = length,
            near_end = stored.near_end;
        blocks: write, write_first, write_queue, leads = sent.leads,
            taken_queue = stored.taken_queue;
    }
}

impl Logic for StoredPackets {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.credits[vl].next = self.buffer.free[vl].val() >> 0;
        }
        for at in 0..self.queues.val() {
            self.stored.waiting.next =
                self.stored.waiting.val().replace_bit(at, self.buffer.waiting[at].val());
            self.stored.trigger.next =
                self.stored.trigger.val().replace_bit(at, self.buffer.trigger[at].val());
        }
        if self.stored.start.val() {
            self.dropped.next = self.stored.discard.val();
        }
        self.discarded.next = self.dropped.val();
        self.sent.discard.next = self.buffer.word_discard.val() || self.discarded.val();

        comment!("PktLen: the low three bits of byte 4, and byte 5.");
        self.length.next = self.buffer.word.val().get_bits::<3>(32);
        self.length.next = (self.length.val() << 8) | self.buffer.word.val().get_bits::<8>(40);

        if !self.by_detector.val() {
            self.sent.leads.next = false;
            self.stored.taken_queue.next = 0.into();
        }
    }
}
