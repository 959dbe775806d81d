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
    /// Packet that arrives, and free resources.
    pub struct FifoAllocatorInputs {
        /// A packet begins to wait.
        pub arrive: bool,
        /// Input port that holds the arriving packet.
        pub arrive_input: u64,
        /// Queue of the arriving packet.
        pub arrive_queue: u64,
        /// Idle input ports: bit *i* is high while port *i* is not sending.
        pub input_free: u64,
        /// Busy output ports: bit *j* is high while port *j* is sending.
        pub output_busy: u64,
        /// Queues whose output port has credits for their VL: bit *q*.
        pub queue_ready: BitLanes,
    }
}

port_values! {
    /// Packet that is granted.
    pub struct FifoAllocatorOutputs {
        /// The list has no free entry.
        pub full: bool,
        /// A packet is granted.
        pub grant: bool,
        /// Input port that holds the granted packet; 0 without a grant.
        pub grant_input: u64,
        /// Queue of the granted packet; 0 without a grant.
        pub grant_queue: u64,
    }
}

/// A packet that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Input port that holds the packet.
    pub(crate) input: usize,
    /// Queue of the packet.
    pub(crate) queue: usize,
}

/// The list of all packets that wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FifoAllocator {
    /// Capacity of the list in packets.
    pub(crate) entries: usize,
    /// Virtual lanes of an output port.
    pub(crate) lanes: usize,
    /// Times that a packet may be bypassed by younger ones for its output.
    pub(crate) bypasses: u32,
    /// Packets in the order of their arrival, the oldest first.
    pub(crate) waiting: Vec<Entry>,
    /// Times that the first packet of each queue has been bypassed.
    pub(crate) bypassed: Vec<u32>,
    /// Index of the packet that is granted in this cycle: the oldest candidate. The other
    /// candidates are discarded with its grant.
    pub(crate) candidate: Option<usize>,
    /// Output ports granted in the last two cycles, the last one first: they rest.
    pub(crate) resting: [Option<usize>; 2],
}

impl FifoAllocator {
    /// The module after reset.
    pub fn new(fifo: &Fifo) -> Self {
        FifoAllocator {
            entries: fifo.entries(),
            lanes: fifo.lanes(),
            bypasses: fifo.bypasses(),
            waiting: Vec::with_capacity(fifo.entries()),
            bypassed: vec![0; fifo.queues()],
            candidate: None,
            resting: [None; 2],
        }
    }

    /// Packet that is granted in this cycle.
    pub(crate) fn goes(&self) -> Option<Entry> {
        self.candidate.map(|place| self.waiting[place])
    }

    /// Whether the list has no free entry.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() == self.entries
    }

    /// Output port of a queue.
    fn output(&self, queue: usize) -> usize {
        queue / self.lanes
    }

    /// First packet of each queue, with its index in the list.
    fn heads(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        let mut seen = BitLanes::default();
        let entries = self.waiting.iter().copied().enumerate();
        entries.filter(move |(_, Entry { queue, .. })| {
            let first = !seen.is_set(*queue);
            seen.set(*queue);
            first
        })
    }

    /// Whether a queue is ready, and its output port does not rest.
    fn is_ready(&self, inputs: &FifoAllocatorInputs, queue: usize) -> bool {
        let output = self.output(queue);
        let rests = self.resting.contains(&Some(output));
        inputs.queue_ready.is_set(queue) && !is_set(inputs.output_busy, output) && !rests
    }

    /// Index of the oldest packet that can be granted.
    #[inline]
    fn oldest_that_can_go(&self, inputs: &FifoAllocatorInputs) -> Option<usize> {
        // "To prevent starvation": outputs reserved for heads that were bypassed often enough, and
        // the indices of these.
        let mut owing = 0u64;
        let mut owed = Vec::new();
        for (place, Entry { queue, .. }) in self.heads() {
            if self.is_ready(inputs, queue) && self.bypassed[queue] == self.bypasses {
                owing |= 1 << self.output(queue);
                owed.push(place);
            }
        }
        let can_go = |(place, &Entry { input, queue }): &(usize, &Entry)| {
            // "When the crossbar is busy" at one of its two sides, the packet cannot be granted.
            let is_free = is_set(inputs.input_free, input) && self.is_ready(inputs, queue);
            is_free && (!is_set(owing, self.output(queue)) || owed.contains(place))
        };
        self.waiting.iter().enumerate().find(can_go).map(|(place, _)| place)
    }

    /// Removes a packet from the list, and counts the bypasses of the heads before it.
    fn take(&mut self, place: usize) -> Entry {
        let granted = self.waiting[place];
        let heads: Vec<_> = self.heads().take_while(|(head, _)| *head <= place).collect();
        for (head, Entry { queue, .. }) in heads {
            let bypassed = self.bypassed[queue];
            if head == place {
                self.bypassed[queue] = 0;
            } else if self.output(queue) == self.output(granted.queue) {
                self.bypassed[queue] = (bypassed + 1).min(self.bypasses);
            }
        }
        self.waiting.remove(place)
    }
}

impl Golden for FifoAllocator {
    type Inputs = FifoAllocatorInputs;
    type Outputs = FifoAllocatorOutputs;

    #[inline]
    fn step(&mut self, inputs: &FifoAllocatorInputs, outputs: &mut FifoAllocatorOutputs) {
        let full = self.is_full();
        *outputs = FifoAllocatorOutputs { full, ..Default::default() };
        // Two cycles: one finds the candidate, the next one grants it.
        let mut granted = None;
        self.candidate = match self.candidate {
            None => self.oldest_that_can_go(inputs),
            Some(place) => {
                let Entry { input, queue } = self.take(place);
                outputs.grant = true;
                outputs.grant_input = input as u64;
                outputs.grant_queue = queue as u64;
                granted = Some(self.output(queue));
                None
            }
        };
        self.resting = [granted, self.resting[0]];
        if inputs.arrive && !full {
            let (input, queue) = (inputs.arrive_input as usize, inputs.arrive_queue as usize);
            self.waiting.push(Entry { input, queue });
        }
    }

    fn reset(&mut self) {
        self.waiting.clear();
        self.bypassed.fill(0);
        self.candidate = None;
        self.resting = [None; 2];
    }
}
