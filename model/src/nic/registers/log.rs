//! The congestion log (IBA annex A10).

use super::NicRegistersInputs;
use serde::{Deserialize, Serialize};
use tailback_spec::registers::nic::LOG_EVENTS;

/// A CCTI that reached the trigger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Event {
    pub(super) flow: usize,
    pub(super) level: u32,
    pub(super) time: u32,
}

/// The last events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Log {
    /// Number of events since reset, the last ones of which are kept.
    pub(super) events: u64,
    /// Service levels with an event since software cleared their bit.
    pub(super) levels: u32,
    kept: Vec<Event>,
}

impl Log {
    /// The end of a cycle in which software has cleared these bits of `levels`.
    pub(super) fn clock(&mut self, inputs: &NicRegistersInputs, cleared: u32) {
        self.levels &= !cleared;
        if !inputs.event_valid {
            return;
        }
        let (flow, level) = (inputs.event_flow as usize, inputs.event_sl as u32);
        let event = Event { flow, level, time: inputs.event_time as u32 };
        let oldest = (self.events % u64::from(LOG_EVENTS)) as usize;
        match self.kept.get_mut(oldest) {
            Some(entry) => *entry = event,
            None => self.kept.push(event),
        }
        self.events += 1;
        self.levels |= 1 << level;
    }

    pub(super) fn entry(&self, entry: usize) -> Option<Event> {
        self.kept.get(entry).copied()
    }
}
