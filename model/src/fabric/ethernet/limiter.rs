//! Rate limiter of a flow (`tailback_spec::nic::rate_limiter`), from event to event.

use super::latency::{GRANT_DECIDED, GRANT_HELD, GRANT_SHOWN};
use crate::nic::rate_limiter::schedule::{Packet, Schedule};
use tailback_spec::nic::Nic;

/// State of the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The schedule has passed, and no packet is ready.
    Waiting,
    /// The schedule has not passed yet.
    Timed,
    /// The flow is to start a packet.
    Granted,
}

/// State of a flow after a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The grant is held from this cycle on.
    Held(u64),
    /// The flow waits from this cycle on, if no packet is ready by then.
    Due(u64),
}

/// The limiter of a flow.
#[derive(Debug)]
pub struct Limiter {
    schedule: Schedule,
    /// Cycles from a start to the first one in which the flow may wait again.
    waits: u64,
    place: Place,
    /// Earliest start of the next packet, in ticks of the schedule.
    next_start: u64,
    /// No packet was ready when the schedule had passed.
    idle: bool,
    /// First cycle in which a packet is ready, if one is.
    ready: Option<u64>,
    /// Cycle of the last decision to grant.
    decided: u64,
}

impl Limiter {
    pub fn new(nic: &Nic, waits: u64) -> Self {
        Limiter {
            schedule: Schedule::new(nic),
            waits,
            place: Place::Waiting,
            next_start: 0,
            idle: true,
            ready: None,
            decided: 0,
        }
    }

    /// Whether the flow waits for a doorbell.
    pub fn is_waiting(&self) -> bool {
        self.place == Place::Waiting
    }

    fn set_ready(&mut self, cycle: u64) {
        self.ready = Some(self.ready.map_or(cycle, |ready| ready.min(cycle)));
    }

    /// Grants a flow that waits from a cycle on, if a packet is, or becomes, ready. Returns the first
    /// cycle in which the grant is held.
    fn grant(&mut self, waits: u64) -> Option<u64> {
        let ready = self.ready.take()?;
        self.idle |= ready > waits;
        self.decided = waits.max(ready);
        self.place = Place::Granted;
        Some(self.decided + GRANT_SHOWN + GRANT_HELD)
    }

    /// A doorbell. Returns the first cycle in which a grant is held that follows from it.
    pub fn doorbell(&mut self, cycle: u64) -> Option<u64> {
        // A doorbell before the last grant was used up by that.
        if cycle < self.decided {
            return None;
        }
        self.set_ready(cycle + GRANT_DECIDED);
        match self.place {
            Place::Waiting => self.grant(0),
            Place::Timed | Place::Granted => None,
        }
    }

    /// The schedule has passed. Returns the first cycle in which the grant is held.
    pub fn due(&mut self, cycle: u64) -> Option<u64> {
        let held = self.grant(cycle);
        if held.is_none() {
            (self.place, self.idle) = (Place::Waiting, true);
        }
        held
    }

    /// A packet is started, or none (`words` 0).
    pub fn start(&mut self, cycle: u64, words: u64, ipd: u64, more: bool) -> Next {
        let start = self.schedule.tick(cycle);
        let delay_ticks = if words > 0 { self.schedule.delay_ticks(words, ipd) } else { 0 };
        let packet = Packet { start, words, delay_ticks };
        self.next_start = self.schedule.next(self.next_start, self.idle, &packet);
        self.idle = false;
        self.place = Place::Timed;
        if more {
            self.set_ready(cycle + 1);
        }
        let time = self.schedule.cycle(self.next_start);
        let waits = (cycle + self.waits).max(time.saturating_sub(GRANT_SHOWN));
        match self.grant(waits) {
            Some(held) => Next::Held(held),
            None => Next::Due(waits),
        }
    }
}
