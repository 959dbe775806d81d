//! A queue of events of flows, between two blocks of the NIC that do not keep the same pace.

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{nic::queue as spec, port_values};

port_values! {
    /// An event that comes, and whether that on offer is taken.
    pub struct EventQueueInputs {
        /// An event has come.
        pub put: bool,
        /// For this flow.
        pub put_flow: u64,
        /// What it is.
        pub put_kind: u64,
        /// The event that is offered is taken.
        pub take: bool,
    }
}

port_values! {
    /// The event on offer, and whether there is room.
    pub struct EventQueueOutputs {
        /// There is no place for another event.
        pub full: bool,
        /// There is an event.
        pub offered: bool,
        /// For this flow.
        pub flow: u64,
        /// What it is.
        pub kind: u64,
    }
}

/// An event that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) flow: u64,
    pub(crate) kind: u64,
    /// Cycles since the one in which it came, until it can be offered.
    pub(crate) age: u64,
}

/// "The oldest event was put in the second cycle before, or earlier."
const OFFERED_AGE: u64 = 2;

/// The queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventQueue {
    /// Events that it holds.
    pub(crate) places: usize,
    /// The events, the oldest first.
    pub(crate) events: VecDeque<Event>,
}

impl EventQueue {
    /// The block after reset.
    pub fn new(queue: &spec::EventQueue) -> Self {
        EventQueue { places: queue.places(), events: VecDeque::new() }
    }

    /// All outputs of a cycle: none depends on its inputs.
    pub(super) fn show(&self, outputs: &mut EventQueueOutputs) {
        let offered = self.events.front().filter(|event| event.age == OFFERED_AGE);
        *outputs = EventQueueOutputs {
            full: self.events.len() == self.places,
            offered: offered.is_some(),
            flow: offered.map_or(0, |event| event.flow),
            kind: offered.map_or(0, |event| event.kind),
        };
    }
}

impl Golden for EventQueue {
    type Inputs = EventQueueInputs;
    type Outputs = EventQueueOutputs;

    fn step(&mut self, inputs: &EventQueueInputs, outputs: &mut EventQueueOutputs) {
        self.show(outputs);
        if outputs.offered && inputs.take {
            self.events.pop_front();
        }
        // Whether there is room does not depend on what leaves.
        if inputs.put && !outputs.full {
            self.events.push_back(Event { flow: inputs.put_flow, kind: inputs.put_kind, age: 0 });
        }
        // Those behind the youngest ones are all of age.
        for event in self.events.iter_mut().rev().take(OFFERED_AGE as usize + 1) {
            event.age = OFFERED_AGE.min(event.age + 1);
        }
    }

    fn reset(&mut self) {
        self.events.clear();
    }
}
