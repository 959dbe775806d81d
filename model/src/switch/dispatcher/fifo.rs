//! Dispatcher that starts packets in arrival order.

use super::{engagement::Engagement, DispatcherOutputs, Started};
use crate::{
    switch::{
        allocator::fifo::{FifoAllocator, FifoAllocatorInputs},
        arrivals::{Arrivals, ArrivalsInputs},
    },
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::{allocator::fifo::Fifo, arrivals::Arrivals as Shares, port::Port},
    BitLanes, Lanes, WideWords,
};

port_values! {
    /// Packets that arrive, wait and end; element (or bit) *i* belongs to input port *i*.
    pub struct FifoDispatcherInputs {
        /// Input ports at which a packet begins: bit *i*.
        pub begins: u64,
        /// Virtual lane of the beginning packet, by input port.
        pub begins_lane: Lanes,
        /// Input ports whose beginning packet is stored: bit *i*.
        pub arrive: u64,
        /// Queue of the beginning packet, by input port.
        pub arrive_queue: Lanes,
        /// Queues of each input port with a waiting packet: bit *q*.
        pub waiting: WideWords,
        /// Queues whose link is up and has credits for a longest packet: bit *q*.
        pub may_send: BitLanes,
        /// Output ports at which words would be held up: bit *j*.
        pub clogged: u64,
        /// Input ports whose packet ends in this cycle or the next: bit *i*.
        pub near_end: u64,
        /// Input ports that issue the last word of their packet: bit *i*.
        pub ends: u64,
    }
}

/// The dispatcher that starts packets in the order of their arrival.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FifoDispatcher {
    pub(crate) arrivals: Arrivals,
    pub(crate) allocator: FifoAllocator,
    pub(crate) engagement: Engagement,
}

impl FifoDispatcher {
    /// The module after reset.
    pub fn new(port: &Port, fifo: &Fifo, arrivals: &Shares) -> Self {
        FifoDispatcher {
            arrivals: Arrivals::new(arrivals),
            allocator: FifoAllocator::new(fifo),
            engagement: Engagement::new(port),
        }
    }
}

impl Golden for FifoDispatcher {
    type Inputs = FifoDispatcherInputs;
    type Outputs = DispatcherOutputs;

    fn step(&mut self, inputs: &FifoDispatcherInputs, outputs: &mut DispatcherOutputs) {
        let FifoDispatcherInputs { begins, arrive, may_send, near_end, ends, .. } = inputs;
        self.engagement.show(&inputs.waiting, may_send, outputs);

        let leaves = self.allocator.goes();
        let lanes = self.engagement.lanes;
        let passed = self.arrivals.cycle(&ArrivalsInputs {
            begins: *begins,
            begins_lane: inputs.begins_lane.clone(),
            arrive: *arrive,
            arrive_queue: inputs.arrive_queue.clone(),
            leaves: leaves.map_or(0, |entry| 1 << entry.input),
            leaves_lane: leaves.map_or(0, |entry| entry.queue % lanes) as u64,
        });
        let free_outputs = self.engagement.free_outputs(*near_end, inputs.clogged);
        let granted = self.allocator.cycle(&FifoAllocatorInputs {
            arrive: passed.pass,
            arrive_input: passed.pass_input,
            arrive_queue: passed.pass_queue,
            input_free: self.engagement.free_inputs(*near_end),
            output_busy: !free_outputs,
            queue_ready: *may_send,
        });
        let started = granted.grant.then_some(Started {
            input: granted.grant_input as usize,
            queue: granted.grant_queue as usize,
        });
        self.engagement.clock(started.as_slice(), *ends);
    }

    fn reset(&mut self) {
        self.arrivals.reset();
        self.allocator.reset();
        self.engagement.reset();
    }
}
