//! A queue of events of flows, between two modules of the NIC with different rates.

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{nic::queue as spec, port_values};

port_values! {
    /// Event to store, and acceptance of the offered one.
    pub struct EventQueueInputs {
        /// Event valid.
        pub put: bool,
        /// Flow of the event.
        pub put_flow: u64,
        /// Kind of the event.
        pub put_kind: u64,
        /// The offered event is accepted.
        pub take: bool,
    }
}

port_values! {
    /// Offered event, and state of the queue.
    pub struct EventQueueOutputs {
        /// The queue has no free entry.
        pub full: bool,
        /// An event is offered.
        pub offered: bool,
        /// Flow of the offered event.
        pub flow: u64,
        /// Kind of the offered event.
        pub kind: u64,
    }
}

/// An event that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) flow: u64,
    pub(crate) kind: u64,
    /// Cycles since the event was put, up to the age at which it can be offered.
    pub(crate) age: u64,
}

/// "The oldest event was put in the second cycle before, or earlier."
const OFFERED_AGE: u64 = 2;

/// The queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventQueue {
    /// Capacity in events.
    pub(crate) places: usize,
    /// The events, the oldest first.
    pub(crate) events: VecDeque<Event>,
}

impl EventQueue {
    /// The module after reset.
    pub fn new(queue: &spec::EventQueue) -> Self {
        EventQueue { places: queue.places(), events: VecDeque::new() }
    }

    /// Drives all outputs, none of which depends on the inputs.
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
        // An entry that becomes free in this cycle is not used in it.
        if inputs.put && !outputs.full {
            self.events.push_back(Event { flow: inputs.put_flow, kind: inputs.put_kind, age: 0 });
        }
        // Events behind the youngest ones have reached that age.
        for event in self.events.iter_mut().rev().take(OFFERED_AGE as usize + 1) {
            event.age = OFFERED_AGE.min(event.age + 1);
        }
    }

    fn reset(&mut self) {
        self.events.clear();
    }
}
