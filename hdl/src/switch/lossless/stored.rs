//! Packets between an input port and the crossbar.

use super::marking::by_detector;
use super::BlockEvents;
use crate::comment;
use crate::prelude::*;
use crate::switch::progress::LENGTH_BITS;
use crate::switch::{InputBuffer, PacketProgress};
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// Stores packets until they are started, and says when the one that is sent is about to end.
    pub struct StoredPackets(switch: &LosslessSwitch) as "tailback_stored_packets" {
        /// The switch marks by congestion detectors.
        choice by_detector = by_detector(switch);
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();
        /// Output ports times lanes.
        count queues = switch.port.buffer().queues();

        /// A word comes.
        input write;
        /// It is the first of a packet.
        input write_first;
        /// It is the last of the packet.
        input write_last;
        /// The packet is bad; with `write_last`.
        input write_bad;
        /// The packet's queue; with `write_first`.
        input write_queue[switch.port.buffer().queue_bits()];
        /// The word.
        input write_word[switch.port.word_bits()];
        /// A packet is started.
        input start;
        /// The first one of this queue.
        input start_queue[switch.port.buffer().queue_bits()];
        /// The packet that is started is not to go out.
        input discard;
        /// The output port takes no words.
        input pause;
        /// It will not hold up words soon.
        input roomy;

        /// Free blocks of each lane.
        output(switch.port.lanes()) free[switch.port.buffer().free_bits()];
        /// Those of each data VL.
        output(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];
        /// Queues in which a packet waits.
        output waiting[switch.port.buffer().queues()];
        /// The packet that is sent ends in this cycle or the next.
        output near_end;
        /// Its last word is issued.
        output ends;
        /// A word goes to the crossbar.
        output word_valid;
        /// It is the first of its packet.
        output word_first;
        /// It is the last of its packet.
        output word_last;
        /// The packet is bad; with `word_last`.
        output word_bad;
        /// The packet is not to go out: it was known to be bad from the start, or waited for too long.
        output word_discard;
        /// It is the first of a block; low if nobody counts blocks.
        output word_leads;
        /// The word.
        output word[switch.port.word_bits()];
        /// A packet begins to count.
        output enqueue;
        /// Its queue.
        output enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts is started.
        output dequeue;
        /// Queues with packets that count, of a buffer that has become full.
        output trigger[switch.port.buffer().queues()];
        /// A block is stored.
        output taken;
        /// Its queue; 0 if nobody counts blocks.
        output taken_queue[switch.port.buffer().queue_bits()];

        /// The packet that was started last is not to go out.
        reg dropped;
        /// PktLen of the packet whose first word is issued.
        local length[LENGTH_BITS];
        /// Where they are.
        sub buffer: InputBuffer = InputBuffer::new(&switch.port.buffer());
        /// How far the packet is that is sent.
        sub progress: PacketProgress = PacketProgress::new(&switch.port);
        /// Their blocks.
        optional(by_detector(switch)) blocks: BlockEvents =
            BlockEvents::new(&switch.port);
    }
}

impl Logic for StoredPackets {
    #[hdl_gen]
    fn update(&mut self) {
        self.buffer.write.next = self.write.val();
        self.buffer.write_first.next = self.write_first.val();
        self.buffer.write_last.next = self.write_last.val();
        self.buffer.write_bad.next = self.write_bad.val();
        self.buffer.write_queue.next = self.write_queue.val();
        self.buffer.write_word.next = self.write_word.val();
        self.buffer.read.next = self.start.val();
        self.buffer.read_queue.next = self.start_queue.val();
        self.buffer.pause.next = self.pause.val();

        for lane in 0..self.lanes.val() {
            self.free[lane].next = self.buffer.free[lane].val();
        }
        for vl in 0..self.virtual_lanes.val() {
            self.credits[vl].next = self.buffer.free[vl].val() >> 0;
        }
        for at in 0..self.queues.val() {
            self.waiting.next = self.waiting.val().replace_bit(at, self.buffer.waiting[at].val());
            self.trigger.next = self.trigger.val().replace_bit(at, self.buffer.trigger[at].val());
        }
        self.enqueue.next = self.buffer.enqueue.val();
        self.enqueue_queue.next = self.buffer.enqueue_queue.val();
        self.dequeue.next = self.buffer.dequeue.val();
        self.taken.next = self.buffer.taken.val();
        self.ends.next = self.buffer.ends.val();
        self.word_valid.next = self.buffer.word_valid.val();
        self.word_first.next = self.buffer.word_first.val();
        self.word_last.next = self.buffer.word_last.val();
        self.word_bad.next = self.buffer.word_bad.val();
        if self.start.val() {
            self.dropped.next = self.discard.val();
        }
        self.word_discard.next = self.buffer.word_discard.val() || self.dropped.val();
        self.word.next = self.buffer.word.val();

        self.progress.start.next = self.start.val();
        self.progress.issue.next = self.buffer.issue.val();
        self.progress.ends.next = self.buffer.ends.val();
        self.progress.complete.next = self.buffer.complete.val();
        self.progress.roomy.next = self.roomy.val();
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
        self.progress.words.next = self.length.val();
        self.near_end.next = self.progress.near_end.val();

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
