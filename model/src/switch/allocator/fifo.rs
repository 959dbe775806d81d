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
        /// Output port *j* is sending: bit *j*.
        pub output_busy: u64,
        /// Queue *q*'s output port has credits for its VL: bit *q*.
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
    /// Lanes of an output port.
    pub(crate) lanes: usize,
    /// Times that a packet may be bypassed by younger ones for its output.
    pub(crate) bypasses: u32,
    /// The packets in the order of their arrival, the oldest first.
    pub(crate) waiting: Vec<Entry>,
    /// For each queue, how often its first packet has been bypassed.
    pub(crate) bypassed: Vec<u32>,
    /// The place of the packet that goes in this cycle: the oldest candidate. The others are
    /// forgotten with its grant.
    pub(crate) candidate: Option<usize>,
    /// The output ports granted in the cycle before and in the one before that: they rest.
    pub(crate) resting: [Option<usize>; 2],
}

impl FifoAllocator {
    /// The block after reset.
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

    /// The packet that is granted in this cycle.
    pub(crate) fn goes(&self) -> Option<Entry> {
        self.candidate.map(|place| self.waiting[place])
    }

    /// Whether there is no place for another packet.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() == self.entries
    }

    /// The output port of a queue.
    fn output(&self, queue: usize) -> usize {
        queue / self.lanes
    }

    /// The first packet of each queue, with its place.
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

    /// The place of the oldest packet that can go.
    #[inline]
    fn oldest_that_can_go(&self, inputs: &FifoAllocatorInputs) -> Option<usize> {
        // "To prevent starvation": outputs that wait for packets, and the places of these.
        let mut owing = 0u64;
        let mut owed = Vec::new();
        for (place, Entry { queue, .. }) in self.heads() {
            if self.is_ready(inputs, queue) && self.bypassed[queue] == self.bypasses {
                owing |= 1 << self.output(queue);
                owed.push(place);
            }
        }
        let can_go = |(place, &Entry { input, queue }): &(usize, &Entry)| {
            // "When the crossbar is busy" at one of its two sides, the packet cannot go.
            let is_free = is_set(inputs.input_free, input) && self.is_ready(inputs, queue);
            is_free && (!is_set(owing, self.output(queue)) || owed.contains(place))
        };
        self.waiting.iter().enumerate().find(can_go).map(|(place, _)| place)
    }

    /// Takes a packet off the list, and counts whom it bypasses.
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
        // Two cycles: one finds out what can go, the next one grants it.
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
