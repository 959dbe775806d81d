//! Packets between an input port and the crossbar.

use super::fabric::by_detector;
use super::{BlockEvents, BufferControl, CrossbarBeats, SendableQueues};
use crate::prelude::*;
use crate::switch::InputBuffer;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// Stores packets until they are started, and reports which ones can be sent.
    pub struct StoredPackets(switch: &SwitchTop) as "tailback_stored_packets" {
        /// The switch marks by congestion detectors.
        choice by_detector = by_detector(switch);
        /// Ports.
        count ports = switch.port.ports();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();
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
        /// Blocks of the packet by its header; valid with `write_first`.
        input write_blocks[switch.port.block_bits()];
        /// Beats of the packet by its header; valid with `write_first`.
        input write_beats[switch.port.buffer().beats_bits()];
        /// Beat to be written: data, and above it a byte enable for each byte.
        input write_word[switch.port.word_bits()];
        /// The beat of the next cycle takes a block of the input buffer.
        input take;
        /// VL index of that block; valid with `take`.
        input take_lane[lane_bits(&switch.port)];
        /// Per output port: the link is up.
        input(switch.port.ports()) links_active;
        /// Per output port and data VL: blocks of the longest packet that may start.
        input(switch.port.ports() * switch.port.virtual_lanes())
            available[switch.port.block_bits()];
        /// Per queue: the packet that is started next is dropped.
        input(switch.port.buffer().queues()) expired;
        /// Input buffer.
        master stored: BufferControl(&switch.port) reg { claim_blocks };
        /// Beats that enter the crossbar, each in the second cycle after it is issued.
        master sent: CrossbarBeats(&switch.port, true);

        /// Free blocks of each VL (VL15 last).
        output(switch.port.lanes()) free[switch.port.buffer().free_bits()];
        /// Free blocks of each data VL.
        output(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];

        /// The packet started last is dropped.
        reg dropped;
        /// Register `dropped` of the previous cycle.
        reg was_dropped;
        /// The packet of the beat that enters the crossbar is dropped.
        reg discarded;
        /// Per queue: blocks of the first packet, if it is known; else 0.
        local(switch.port.buffer().queues()) head_blocks[switch.port.buffer().packet_bits()];
        /// Local `head_blocks` of the data VLs; 0 for VL15, which claims no credits.
        local(switch.port.buffer().queues()) claimable[switch.port.buffer().packet_bits()];
        /// Buffer of the input port.
        sub buffer: InputBuffer = InputBuffer::new(&switch.port.buffer());
        /// Checks the credits for the first packets of the queues.
        sub check: SendableQueues = SendableQueues::new(&switch.port);
        /// Block events for the congestion detectors.
        optional(by_detector(switch)) blocks: BlockEvents = BlockEvents::new(&switch.port);
    }
    connect {
        buffer: write, write_first, write_last, write_bad, write_queue, write_blocks, write_beats,
            write_word, take, take_lane, read = stored.start, read_queue = stored.start_queue,
            pause = stored.pause, roomy = stored.unhindered, free, blocks = head_blocks,
            enqueue = stored.enqueue, enqueue_queue = stored.enqueue_queue,
            dequeue = stored.dequeue, taken = stored.taken, ends = stored.ends,
            near_end = stored.near_end, word_valid = sent.valid, word_first = sent.first,
            word_last = sent.last, word_bad = sent.bad, word = sent.word;
        buffer, check: known;
        buffer, blocks: word_valid, word_last;
        check: links_active, available, expired, sendable = stored.sendable;
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
            self.stored.known.next =
                self.stored.known.val().replace_bit(at, self.buffer.known[at].val());
            self.stored.trigger.next =
                self.stored.trigger.val().replace_bit(at, self.buffer.trigger[at].val());
        }
        for at in 0..self.queues.val() {
            self.claimable[at].next = 0.into();
        }
        for port in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                self.claimable[port * self.lanes.val() + vl].next =
                    self.head_blocks[port * self.lanes.val() + vl].val();
                self.check.blocks[port * self.virtual_lanes.val() + vl].next =
                    self.head_blocks[port * self.lanes.val() + vl].val();
            }
        }
        comment!("Read in the cycle after a start.");
        self.stored.claim_blocks.next = self.claimable[self.stored.start_queue.val().index()].val();

        if self.stored.start.val() {
            self.dropped.next = self.stored.discard.val();
        }
        self.was_dropped.next = self.dropped.val();
        self.discarded.next = self.was_dropped.val();
        self.sent.discard.next = self.buffer.word_discard.val() || self.discarded.val();

        if !self.by_detector.val() {
            self.sent.leads.next = false;
            self.stored.taken_queue.next = 0.into();
        }
    }
}
