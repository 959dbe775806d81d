//! Queues in which flows wait until they are granted: slots, far queue, due queue and walker.

use super::{Grant, ManyFlows, Place, Starting, Taken, FRAME};
use tailback_spec::nic::rate_limiter::{
    FAR_AHEAD, FROM_FAR_FRAMES, GUARD_FRAMES, STARTED_AHEAD, STARTING_FRAMES,
};

impl ManyFlows {
    /// Puts the flow that has started into a slot or the far queue: phase 0.
    pub(super) fn put_started_away(&mut self, frame: u64) {
        match self.starting.front() {
            Some(&Starting { flow, frame: of, .. }) if of + STARTING_FRAMES == frame => {
                self.starting.pop_front();
                self.put_away(flow, frame + STARTED_AHEAD);
            }
            _ => {}
        }
    }

    /// Takes the flow at the head of the far queue: phase 0, before any flow is put there.
    pub(super) fn take_from_far(&mut self, frame: u64) {
        self.from_far.extend(self.far.pop_front().map(|flow| Taken { flow, frame }));
    }

    /// Puts the flow that was taken in the frame before into a slot, or back: phase 2.
    pub(super) fn put_far_away(&mut self, frame: u64) {
        match self.from_far.front() {
            Some(&Taken { flow, frame: of }) if of + FROM_FAR_FRAMES == frame => {
                self.from_far.pop_front();
                self.put_away(flow, frame + FAR_AHEAD);
            }
            _ => {}
        }
    }

    /// Puts a flow into a slot no earlier than `earliest`, or into the far queue.
    fn put_away(&mut self, number: usize, earliest: u64) {
        let slots = self.slots.len() as u64;
        let flow = &mut self.flows[number];
        let time = self.schedule.cycle(flow.next_start);
        if time / FRAME < earliest + slots - u64::from(GUARD_FRAMES) {
            let slot = earliest.max(time / FRAME);
            flow.rest = if slot == time / FRAME { time % FRAME } else { 0 };
            self.slots[(slot % slots) as usize].push_front(number);
        } else {
            self.far.push_back(number);
        }
    }

    /// A flow becomes due on its own: it is put at the tail of the due queue.
    pub(super) fn becomes_due(&mut self, number: usize) {
        self.flows[number].place = Place::Due;
        self.due.push_back(number);
        self.lists.push_back(1);
    }

    /// The list of a slot becomes due, and the walker takes a list if it has none: phase 0.
    pub(super) fn slot_becomes_due(&mut self, slot: u64) {
        let slots = self.slots.len() as u64;
        let list = &mut self.slots[(slot % slots) as usize];
        self.directly = self.due.is_empty();
        if !list.is_empty() {
            self.lists.push_back(list.len());
            for number in list.drain(..) {
                self.flows[number].place = Place::Due;
                self.due.push_back(number);
            }
        }
        if self.walking == 0 {
            self.walking = self.lists.pop_front().unwrap_or(0);
        }
    }

    /// The walker grants or parks its first flow: phase 3.
    pub(super) fn walk(&mut self) {
        if self.walking == 0 || self.grant.is_some() {
            return;
        }
        let Some(number) = self.due.pop_front() else { return };
        self.walking -= 1;
        let is_open = self.window_is_open(number);
        let flow = &mut self.flows[number];
        if flow.ready && is_open {
            flow.place = Place::Granted;
            flow.ready = false;
            let wait = if self.directly { flow.rest } else { 0 };
            self.grant = Some(Grant { flow: number, since: self.cycle + 1 + wait });
            self.grant_flow = number;
        } else {
            flow.place = Place::Parked;
            flow.idle |= !flow.ready;
        }
    }
}
