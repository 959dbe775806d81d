//! The naive policy: packets count in the buffer in which they wait.
//!
//! "Mark all packets in a buffer whenever it becomes full" (INFOCOM'03 §IV-A): of each queue of the
//! buffer, as many packets as wait there, which are the next ones of that queue.

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
    /// Reports of buffers and ports; element (or bit) *i* belongs to input port *i*, *j* to output
    /// port *j*.
    pub struct NaivePolicyMarkingInputs {
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
        /// Input port of the beginning packet, by output port.
        pub source: Lanes,
    }
}

/// A marking module for each input port and data VL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NaivePolicyMarking {
    queues: Queues,
    told: Told,
    /// Marking modules, by input port and then data VL.
    pub(super) blocks: Vec<Counting>,
}

impl NaivePolicyMarking {
    /// The module after reset.
    pub fn new(parameters: &Parameters) -> Self {
        let queues = Queues::new(&parameters.port);
        let count = queues.ports * queues.virtual_lanes;
        let blocks = vec![Counting::new(&parameters.block()); count];
        NaivePolicyMarking { queues, told: Told::default(), blocks }
    }

    /// Index of the marking module for a queue.
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
        // A module without events keeps its counters.
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
