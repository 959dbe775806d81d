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
    /// Reports of buffers and ports; element (or bit) *i* belongs to input port *i*, *j* to output
    /// port *j*.
    pub struct PolicyMarkingInputs {
        /// Input ports in whose buffer a packet begins to count: bit *i*.
        pub enqueue: u64,
        /// Queue of that packet, by input port.
        pub enqueue_queue: Lanes,
        /// Input ports of which a packet that counts is started: bit *i*.
        pub dequeue: u64,
        /// Queue of the started packet, by input port.
        pub dequeue_queue: Lanes,
        /// Queues of buffers that have become full, with a packet that counts: bit *q*.
        pub trigger: WideWords,
        /// Output ports that begin a packet: bit *j*.
        pub transmit: u64,
        /// VL of the beginning packet, by output port.
        pub transmit_vl: Lanes,
    }
}

/// Counting state of a data VL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counted {
    /// The counters of the papers.
    pub(super) counting: Counting,
    /// Packets that have arrived and are still to be counted, by output port; one is counted in
    /// each cycle.
    pub(super) owed: Vec<u32>,
}

/// A marking module for each data VL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyMarking {
    queues: Queues,
    told: Told,
    pub(super) blocks: Vec<Counted>,
}

impl PolicyMarking {
    /// The module after reset.
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
