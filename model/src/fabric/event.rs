//! The events to come, in order of their time.

use std::{cmp::Reverse, collections::BinaryHeap};

/// What happens. Within a cycle, events happen in the order in which they are listed here, and
/// those of a kind in that of their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// A flow begins, ends, or goes from ON to OFF or back.
    Toggle,
    /// Credits come back for what a global output port, or a host, has sent.
    Credit,
    /// The ACK of a flow has come.
    Ack,
    /// A flow is due.
    Due,
    /// The link of a host is free.
    HostFree,
    /// The first beat of a packet goes out of an output port.
    Transmit,
    /// The first beat of a packet comes to an input port.
    Header,
    /// A packet that was held back can go to a faster link.
    Offer,
    /// The marking counters see that an input buffer has become full.
    Trigger,
    /// The marking counters see a packet that begins to count.
    Counted,
    /// The allocator of a switch has something to do.
    Allocate,
}

const KINDS: [Kind; 11] = [
    Kind::Toggle,
    Kind::Credit,
    Kind::Ack,
    Kind::Due,
    Kind::HostFree,
    Kind::Transmit,
    Kind::Header,
    Kind::Offer,
    Kind::Trigger,
    Kind::Counted,
    Kind::Allocate,
];

const INDEX_BITS: u32 = 16;
const KIND_BITS: u32 = 4;

/// A queue of events; an event is one integer, which is also its place in the order.
#[derive(Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<Reverse<u64>>,
}

impl Queue {
    pub fn push(&mut self, cycle: u64, kind: Kind, index: u16) {
        let key = (cycle << KIND_BITS | kind as u64) << INDEX_BITS | u64::from(index);
        self.heap.push(Reverse(key));
    }

    /// The next event before cycle `end`.
    pub fn pop_before(&mut self, end: u64) -> Option<(u64, Kind, u16)> {
        let Reverse(key) = *self.heap.peek()?;
        let cycle = key >> (INDEX_BITS + KIND_BITS);
        if cycle >= end {
            return None;
        }
        self.heap.pop();
        let kind = KINDS[(key >> INDEX_BITS) as usize & ((1 << KIND_BITS) - 1)];
        Some((cycle, kind, key as u16))
    }
}
