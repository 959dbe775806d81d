//! The counting policies: packets count wherever in the switch they wait.

use super::{
    told::{Queues, Told},
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
    pub struct PolicyMarkingInputs {
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
    }
}

/// What is counted of a data VL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counted {
    /// The counters of the papers.
    pub(super) counting: Counting,
    /// For each output port, packets that have come and are still to be counted: one in a cycle.
    pub(super) owed: Vec<u32>,
}

/// A marking block for each data VL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyMarking {
    queues: Queues,
    told: Told,
    pub(super) blocks: Vec<Counted>,
}

impl PolicyMarking {
    /// The block after reset.
    pub fn new(parameters: &Parameters) -> Self {
        let queues = Queues::new(&parameters.port);
        let block = Counted {
            counting: Counting::new(&parameters.block()),
            owed: vec![0; parameters.port.ports()],
        };
        let blocks = vec![block; queues.virtual_lanes];
        PolicyMarking { queues, told: Told::default(), blocks }
    }
}

impl Golden for PolicyMarking {
    type Inputs = PolicyMarkingInputs;
    type Outputs = PolicyMarkingOutputs;

    fn step(&mut self, inputs: &PolicyMarkingInputs, outputs: &mut PolicyMarkingOutputs) {
        let mut events = vec![CountingInputs::default(); self.blocks.len()];
        for place in self.queues.numbered(self.told.enqueue, &self.told.enqueue_queue) {
            self.blocks[place.virtual_lane].owed[place.output] += 1;
        }
        for (events, block) in events.iter_mut().zip(&mut self.blocks) {
            for (output, owed) in block.owed.iter_mut().enumerate().filter(|(_, owed)| **owed > 0) {
                *owed -= 1;
                events.enqueue |= 1 << output;
            }
        }
        for place in self.queues.numbered(self.told.dequeue, &self.told.dequeue_queue) {
            events[place.virtual_lane].dequeue |= 1 << place.output;
        }
        for place in self.queues.listed(&self.told.trigger) {
            events[place.virtual_lane].trigger |= 1 << place.output;
        }
        for output in set_lanes(inputs.transmit) {
            let virtual_lane = inputs.transmit_vl.get(output).copied().unwrap_or(0);
            if let Some(events) = events.get_mut(virtual_lane as usize) {
                events.transmit |= 1 << output;
            }
        }
        outputs.mark = 0;
        for (block, events) in self.blocks.iter_mut().zip(&events) {
            outputs.mark |= block.counting.cycle(events).mark;
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
        for block in &mut self.blocks {
            block.counting.reset();
            block.owed.fill(0);
        }
    }
}
