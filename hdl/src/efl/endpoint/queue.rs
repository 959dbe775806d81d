//! The queue of events for the rate controller.

use crate::efl::EflQueue;
use crate::prelude::*;
use tailback_spec::efl::rate::{self, TIME_BITS};
use tailback_spec::efl::Efl;

/// Bits of the number of a group.
const GROUP_BITS: usize = rate::GROUP_BITS as usize;
/// Bits of a time.
const NUMBER: usize = TIME_BITS as usize;
/// Bits of a count of bytes.
const BYTES_BITS: usize = rate::BYTES_BITS as usize;

/// Bits of an event without its flow.
const LOW_BITS: usize = GROUP_BITS + 3 + 2 * NUMBER + BYTES_BITS;

block! {
    /// Queue of events from the transmit path to the rate controller. An event that is put while
    /// the queue is full is lost.
    pub struct EflEventQueue(efl: &Efl) as "tailback_efl_event_queue" {
        /// Bits of a count of bytes.
        count bytes_bits = BYTES_BITS;
        /// Bits of a time.
        count time_bits = NUMBER;
        /// Lowest bit of the flags in an entry.
        count flags_at = BYTES_BITS + 2 * NUMBER;
        /// Lowest bit of the group in an entry.
        count group_at = BYTES_BITS + 2 * NUMBER + 3;
        /// Bits of a group.
        count group_bits = GROUP_BITS;
        /// Lowest bit of the flow in an entry.
        count flow_at = LOW_BITS;

        /// An event is put.
        input put;
        /// Flow of the event.
        input put_flow[efl.flow_bits()];
        /// Group of packets that the flow is sending.
        input put_group[GROUP_BITS];
        /// The event is a loss.
        input put_loss;
        /// All packets of bandwidth probing are acknowledged.
        input put_covered;
        /// The ACK was triggered by a delay probe.
        input put_probe;
        /// RTT of the ACK.
        input put_rtt[NUMBER];
        /// Time at which the ACK was received.
        input put_time[NUMBER];
        /// Bytes of the flow that are acknowledged.
        input put_bytes[BYTES_BITS];
        /// The oldest event is taken.
        input event_ready;
        /// An event is lost: the queue is full.
        output lost;
        /// The queue is not empty; the outputs below are the oldest event.
        output event_valid;
        /// Flow of the event.
        output event_flow[efl.flow_bits()];
        /// Group of packets that the flow is sending.
        output event_group[GROUP_BITS];
        /// The event is a loss.
        output event_loss;
        /// All packets of bandwidth probing are acknowledged.
        output event_covered;
        /// The ACK was triggered by a delay probe.
        output event_probe;
        /// RTT of the ACK.
        output event_rtt[NUMBER];
        /// Time at which the ACK was received.
        output event_time[NUMBER];
        /// Bytes of the flow that are acknowledged.
        output event_bytes[BYTES_BITS];

        /// Event that is put: flow, group, flags, RTT, time and bytes; bytes in the lowest bits.
        local entry[LOW_BITS + efl.flow_bits()];
        /// Events.
        sub queue: EflQueue = EflQueue::new(LOW_BITS + efl.flow_bits());
    }
    connect {
        queue: put, entry, take = event_ready, valid = event_valid;
    }
}

impl Logic for EflEventQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.lost.next = self.put.val() && self.queue.full.val();
        self.entry.next = self.put_flow.val();
        self.entry.next = (self.entry.val() << self.group_bits.val()) | self.put_group.val();
        self.entry.next = self.entry.val() << 3;
        self.entry.next = self.entry.val().replace_bit(2, self.put_loss.val());
        self.entry.next = self.entry.val().replace_bit(1, self.put_covered.val());
        self.entry.next = self.entry.val().replace_bit(0, self.put_probe.val());
        self.entry.next = (self.entry.val() << self.time_bits.val()) | self.put_rtt.val();
        self.entry.next = (self.entry.val() << self.time_bits.val()) | self.put_time.val();
        self.entry.next = (self.entry.val() << self.bytes_bits.val()) | self.put_bytes.val();

        self.event_bytes.next = self.queue.head.val() >> 0;
        self.event_time.next = self.queue.head.val() >> self.bytes_bits.val();
        self.event_rtt.next =
            self.queue.head.val() >> (self.bytes_bits.val() + self.time_bits.val());
        self.event_probe.next = self.queue.head.val().get_bit(self.flags_at.val());
        self.event_covered.next = self.queue.head.val().get_bit(self.flags_at.val() + 1);
        self.event_loss.next = self.queue.head.val().get_bit(self.flags_at.val() + 2);
        self.event_group.next = self.queue.head.val() >> self.group_at.val();
        self.event_flow.next = self.queue.head.val() >> self.flow_at.val();
    }
}
