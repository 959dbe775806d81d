//! The limiter of a NIC with a single flow: events take effect at the end of their cycle.

use super::{pop_if, Grant, Limiter, Place, NEVER};

/// From the start of a packet to the first cycle in which the flow can be granted again, and by how
/// much that precedes the time of its schedule: the grant is shown a cycle later.
const RESTS: u64 = 8;
const SHOWN: u64 = 1;

impl Limiter {
    /// A cycle begins: events of the cycles before it have taken effect.
    pub(super) fn cycle(&mut self, now: u64) -> Option<Grant> {
        if let Some((taken, start)) = pop_if(&mut self.starts, |(taken, _)| *taken < now) {
            let flow = &mut self.flows[start.flow];
            flow.place = Place::Timed;
            flow.ready |= start.more;
            flow.in_flight += u32::from(start.words > 0);
            self.take_delay(taken + 1, taken, start);
            let time = self.schedule.cycle(self.flows[start.flow].next_start);
            self.passed = (taken + RESTS).max(time.saturating_sub(SHOWN));
        }
        while let Some(ack) = pop_if(&mut self.acks, |ack| ack.taken < now) {
            let flow = &mut self.flows[ack.flow];
            flow.in_flight = flow.in_flight.saturating_sub(ack.packets);
        }
        if let Some((taken, number)) = pop_if(&mut self.doorbells, |(taken, _)| *taken < now) {
            let flow = &mut self.flows[number];
            flow.idle |= flow.place != Place::Granted && self.passed <= taken;
            flow.ready = true;
        }
        if self.may_grant() > now {
            return None;
        }
        let flow = self.flows.first_mut()?;
        flow.place = Place::Granted;
        flow.ready = false;
        Some(Grant { shown: now + SHOWN, flow: 0 })
    }

    /// First cycle in which the flow can be granted.
    fn may_grant(&self) -> u64 {
        let is_open = |flow: &super::Flow| flow.ready && flow.in_flight < self.window;
        match self.flows.first() {
            Some(flow) if flow.place != Place::Granted && is_open(flow) => self.passed,
            _ => NEVER,
        }
    }

    /// Next cycle after `now` in which there is something to do.
    pub(super) fn next_cycle(&self, now: u64) -> u64 {
        self.may_grant().min(self.next_event()).max(now + 1)
    }
}
