//! The naive policy: packets count in the buffer in which they wait.
//!
//! "Mark all packets in a buffer whenever it becomes full" (INFOCOM'03 §IV-A): of each queue of the
//! buffer, so many as wait there, which are the next ones of that queue.

use super::{
    told::{Place, Queues, Told},
    PolicyMarkingOutputs,
};
use crate::{
    bits::set_lanes,
    switch::marking::{Counting, CountingInputs},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values, switch::policy_marking::PolicyMarking as Parameters, Lanes, WideWords,
};

port_values! {
    /// What buffers and ports tell; lane (or bit) *i* belongs to input port *i*, *j* to output
    /// port *j*.
    pub struct NaivePolicyMarkingInputs {
        /// A packet begins to count in the input port's buffer.
        pub enqueue: u64,
        /// Its queue.
        pub enqueue_queue: Lanes,
        /// A packet that counts is started.
        pub dequeue: u64,
        /// Its queue.
        pub dequeue_queue: Lanes,
        /// The buffer has become full, and a packet counts in queue *q*: bit *q*.
        pub trigger: WideWords,
        /// The output port begins a packet.
        pub transmit: u64,
        /// Its VL.
        pub transmit_vl: Lanes,
        /// The input port that it comes from.
        pub source: Lanes,
    }
}

/// A marking block for each input port and data VL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NaivePolicyMarking {
    queues: Queues,
    told: Told,
    /// Those of the first input port come first.
    pub(super) blocks: Vec<Counting>,
}

impl NaivePolicyMarking {
    /// The block after reset.
    pub fn new(parameters: &Parameters) -> Self {
        let queues = Queues::new(&parameters.port);
        let count = queues.ports * queues.virtual_lanes;
        let blocks = vec![Counting::new(&parameters.block()); count];
        NaivePolicyMarking { queues, told: Told::default(), blocks }
    }

    /// The marking block of a place.
    fn block(&self, place: &Place) -> usize {
        place.input * self.queues.virtual_lanes + place.virtual_lane
    }
}

impl Golden for NaivePolicyMarking {
    type Inputs = NaivePolicyMarkingInputs;
    type Outputs = PolicyMarkingOutputs;

    fn step(&mut self, inputs: &NaivePolicyMarkingInputs, outputs: &mut PolicyMarkingOutputs) {
        let mut events = vec![CountingInputs::default(); self.blocks.len()];
        for place in self.queues.numbered(self.told.enqueue, &self.told.enqueue_queue) {
            events[self.block(&place)].enqueue |= 1 << place.output;
        }
        for place in self.queues.numbered(self.told.dequeue, &self.told.dequeue_queue) {
            events[self.block(&place)].dequeue |= 1 << place.output;
        }
        for place in self.queues.listed(&self.told.trigger) {
            events[self.block(&place)].trigger |= 1 << place.output;
        }
        for output in set_lanes(inputs.transmit) {
            let of = |lanes: &Lanes| lanes.get(output).copied().unwrap_or(0) as usize;
            let (input, virtual_lane) = (of(&inputs.source), of(&inputs.transmit_vl));
            if input < self.queues.ports && virtual_lane < self.queues.virtual_lanes {
                let place = Place { input, output, virtual_lane };
                events[self.block(&place)].transmit |= 1 << output;
            }
        }
        outputs.mark = 0;
        let blocks = self.blocks.iter_mut().zip(&events);
        // A block without events keeps its counters.
        for (block, events) in blocks.filter(|(_, events)| **events != CountingInputs::default()) {
            outputs.mark |= block.cycle(events).mark;
        }
        self.told = Told {
            enqueue: inputs.enqueue,
            enqueue_queue: inputs.enqueue_queue.clone(),
            dequeue: inputs.dequeue,
            dequeue_queue: inputs.dequeue_queue.clone(),
            trigger: inputs.trigger.clone(),
        };
    }

    fn reset(&mut self) {
        self.told = Told::default();
        self.blocks.iter_mut().for_each(Golden::reset);
    }
}
