//! Dispatcher that starts packets in arrival order.

use super::{engagement::Engagement, DispatcherOutputs, Started};
use crate::{
    bits::set_lanes,
    switch::allocator::fifo::{FifoAllocator, FifoAllocatorInputs},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::{allocator::fifo::Fifo, port::Port},
    Lanes, WideWords,
};

port_values! {
    /// Packets that arrive, wait and end; element (or bit) *i* belongs to input port *i*.
    pub struct FifoDispatcherInputs {
        /// Input ports at which the first word of a packet is stored: bit *i*.
        pub arrive: u64,
        /// Queue of the arriving packet, by input port.
        pub arrive_queue: Lanes,
        /// Queues of each input port whose first packet is known: bit *q*.
        pub known: WideWords,
        /// Queues whose first packet can be sent: the link is up, and there are credits for it.
        pub sendable: WideWords,
        /// Output ports at which words would be held up: bit *j*.
        pub clogged: u64,
        /// Input ports whose packet ends in this cycle or the next three: bit *i*.
        pub near_end: u64,
        /// Input ports that issue the last word of their packet: bit *i*.
        pub ends: u64,
    }
}

/// The dispatcher that starts packets in the order of their arrival.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FifoDispatcher {
    pub(crate) allocator: FifoAllocator,
    pub(crate) engagement: Engagement,
}

impl FifoDispatcher {
    /// The module after reset.
    pub fn new(port: &Port, fifo: &Fifo) -> Self {
        FifoDispatcher { allocator: FifoAllocator::new(fifo), engagement: Engagement::new(port) }
    }
}

impl Golden for FifoDispatcher {
    type Inputs = FifoDispatcherInputs;
    type Outputs = DispatcherOutputs;

    fn step(&mut self, inputs: &FifoDispatcherInputs, outputs: &mut DispatcherOutputs) {
        let FifoDispatcherInputs { known, sendable, near_end, ends, .. } = inputs;
        self.engagement.show(known, sendable, outputs);

        let granted = self.allocator.cycle(&FifoAllocatorInputs {
            arrive: inputs.arrive,
            arrive_queue: inputs.arrive_queue.clone(),
            input_free: self.engagement.free_inputs(*near_end),
            output_free: self.engagement.free_outputs(*near_end, inputs.clogged),
            sendable: sendable.clone(),
        });
        let queue = |input: usize| granted.grant_queue[input] as usize;
        let started = set_lanes(granted.grant).map(|input| Started { input, queue: queue(input) });
        self.engagement.clock(started, *ends);
    }

    fn reset(&mut self) {
        self.allocator.reset();
        self.engagement.reset();
    }
}
