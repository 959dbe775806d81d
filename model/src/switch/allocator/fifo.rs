//! Arrival order over the whole switch, with bypass.
//!
//! "In our simulations we use a FIFO switch scheduling policy with bypass of older packets when the
//! crossbar is busy. To prevent starvation the head of the queue can be bypassed at most 4 times"
//! (INFOCOM'03 fn. 6; Globecom'02 Table I).

#[cfg(test)]
mod tests;

use crate::{bits::is_set, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::{port_values, switch::allocator::fifo::Fifo, BitLanes};

port_values! {
    /// A packet that arrives, and what is free.
    pub struct FifoAllocatorInputs {
        /// A packet starts to wait.
        pub arrive: bool,
        /// The input port that holds it.
        pub arrive_input: u64,
        /// The queue it waits for.
        pub arrive_queue: u64,
        /// Input port *i* is not sending: bit *i*.
        pub input_free: u64,
        /// Queue *q*'s output port is not sending, and has credits for its VL: bit *q*.
        pub queue_ready: BitLanes,
    }
}

port_values! {
    /// What goes.
    pub struct FifoAllocatorOutputs {
        /// There is no place for another packet.
        pub full: bool,
        /// A packet goes.
        pub grant: bool,
        /// The input port that holds it; 0 without a grant.
        pub grant_input: u64,
        /// The queue it waited for; 0 without a grant.
        pub grant_queue: u64,
    }
}

/// A packet that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The input port that holds it.
    pub(crate) input: usize,
    /// The queue it waits for.
    pub(crate) queue: usize,
}

/// The list of all packets that wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FifoAllocator {
    /// Packets that the list holds.
    pub(crate) entries: usize,
    /// Times that a packet may be bypassed by younger ones of its queue.
    pub(crate) bypasses: u32,
    /// The packets in the order of their arrival, the oldest first.
    pub(crate) waiting: Vec<Entry>,
    /// For each queue, how often its first packet has been bypassed.
    pub(crate) bypassed: Vec<u32>,
}

impl FifoAllocator {
    /// The block after reset.
    pub fn new(fifo: &Fifo) -> Self {
        FifoAllocator {
            entries: fifo.entries(),
            bypasses: fifo.bypasses(),
            waiting: Vec::with_capacity(fifo.entries()),
            bypassed: vec![0; fifo.queues()],
        }
    }

    /// The place of the packet that goes, and whether it is the first of its queue.
    #[inline]
    fn next(&self, inputs: &FifoAllocatorInputs) -> Option<(usize, bool)> {
        let mut seen = BitLanes::default();
        self.waiting.iter().enumerate().find_map(|(place, &Entry { input, queue })| {
            let first = !seen.is_set(queue);
            seen.set(queue);
            // "When the crossbar is busy" at one of its two sides, the packet cannot go.
            let can_go = is_set(inputs.input_free, input)
                && inputs.queue_ready.is_set(queue)
                && (first || self.bypassed[queue] < self.bypasses);
            can_go.then_some((place, first))
        })
    }
}

impl Golden for FifoAllocator {
    type Inputs = FifoAllocatorInputs;
    type Outputs = FifoAllocatorOutputs;

    #[inline]
    fn step(&mut self, inputs: &FifoAllocatorInputs, outputs: &mut FifoAllocatorOutputs) {
        let full = self.waiting.len() == self.entries;
        *outputs = FifoAllocatorOutputs { full, ..Default::default() };
        if let Some((place, first)) = self.next(inputs) {
            let Entry { input, queue } = self.waiting.remove(place);
            outputs.grant = true;
            outputs.grant_input = input as u64;
            outputs.grant_queue = queue as u64;
            self.bypassed[queue] = if first { 0 } else { self.bypassed[queue] + 1 };
        }
        if inputs.arrive && !full {
            let (input, queue) = (inputs.arrive_input as usize, inputs.arrive_queue as usize);
            self.waiting.push(Entry { input, queue });
        }
    }

    fn reset(&mut self) {
        self.waiting.clear();
        self.bypassed.fill(0);
    }
}
