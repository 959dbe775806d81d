//! Queues in which flows wait until they are granted: slots, due queue and walker.

use super::{Grant, Limiter, Place, FAR_AHEAD};
use crate::fabric::timing::FRAME;

impl Limiter {
    /// Puts a flow into a slot no earlier than `earliest`, or into the far queue.
    pub(super) fn put_away(&mut self, number: usize, earliest: u64) {
        let time = self.schedule.cycle(self.flows[number].next_start);
        if time / FRAME < earliest + self.slots_ahead {
            self.put_in_slot(number, earliest);
        } else {
            // First frame in which the flow may leave.
            self.far.put(number, time / FRAME + 1 - self.slots_ahead - FAR_AHEAD);
        }
    }

    pub(super) fn put_in_slot(&mut self, number: usize, earliest: u64) {
        let flow = &mut self.flows[number];
        let time = self.schedule.cycle(flow.next_start);
        let slot = earliest.max(time / FRAME);
        flow.rest = if slot == time / FRAME { time % FRAME } else { 0 };
        self.slots.push((slot, number));
    }

    /// Whether there is only one flow, so that it shares slots and far queue with no other.
    pub(super) fn is_alone(&self) -> bool {
        self.flows.len() == 1
    }

    /// Parks a flow that is alone and could not be granted when the list of its slot became due.
    pub(super) fn slot_has_passed(&mut self, frame: u64) {
        if self.slots.pop_if(|(slot, _)| *slot <= frame).is_some() {
            let flow = &mut self.flows[0];
            flow.place = Place::Parked;
            flow.idle |= !flow.ready;
        }
    }

    pub(super) fn becomes_due(&mut self, number: usize) {
        self.flows[number].place = Place::Due;
        self.due.push_back(number);
        self.lists.push_back(1);
    }

    /// The list of a slot becomes due; returns whether the walker has nothing else to do.
    pub(super) fn slot_becomes_due(&mut self, slot: u64) -> bool {
        let directly = self.due.is_empty();
        let before = self.due.len();
        // Flows are added at the front of a slot's list.
        for (_, flow) in self.slots.iter().rev().filter(|(of, _)| *of == slot) {
            self.flows[*flow].place = Place::Due;
            self.due.push_back(*flow);
        }
        let count = self.due.len() - before;
        if count > 0 {
            self.slots.retain(|(of, _)| *of != slot);
            self.lists.push_back(count);
        }
        if self.walking == 0 {
            self.walking = self.lists.pop_front().unwrap_or(0);
        }
        directly
    }

    /// The walker grants or parks its first flow.
    pub(super) fn walk(&mut self, now: u64, directly: bool) -> Option<Grant> {
        if self.walking == 0 || (self.shown >= now && self.shown > 0) {
            return None;
        }
        let number = self.due.pop_front()?;
        self.walking -= 1;
        let is_open = self.flows[number].in_flight < self.window;
        let flow = &mut self.flows[number];
        if flow.ready && is_open {
            flow.place = Place::Granted;
            flow.ready = false;
            let wait = if directly { flow.rest } else { 0 };
            self.shown = now + 1 + wait;
            Some(Grant { shown: self.shown, flow: number })
        } else {
            flow.place = Place::Parked;
            flow.idle |= !flow.ready;
            None
        }
    }
}
