//! Decisions on starts, ACKs and doorbells.

use super::{Held, ManyFlows, Place, Starting};
use crate::nic::rate_limiter::{schedule::Packet, told::Delayed};

/// Cycles for which an event must have been held before its phase.
const EARLY_CYCLES: u64 = 2;

/// Takes the event that is decided in this cycle, if its phase is right.
fn decided<E>(held: &mut Option<Held<E>>, cycle: u64) -> Option<Held<E>> {
    held.take_if(|held| held.since + EARLY_CYCLES <= cycle)
}

impl ManyFlows {
    /// Whether a flow has fewer packets in flight than its window.
    pub(super) fn window_is_open(&self, flow: usize) -> bool {
        self.flows[flow].in_flight < self.window
    }

    /// Whether a flow is to start a packet, and its grant has been accepted.
    fn is_told(&self, flow: usize) -> bool {
        let untaken = self.grant.is_some_and(|grant| grant.flow == flow);
        self.flows[flow].place == Place::Granted && !untaken
    }

    /// A flow starts a packet: phase 0.
    pub(super) fn decide_start(&mut self, frame: u64) {
        let Some(held) = decided(&mut self.start, self.cycle) else { return };
        let start = held.event;
        let legal = start.flow < self.flows.len() && self.is_told(start.flow);
        self.start_ignored = !legal;
        self.look_up_flow = start.flow;
        self.look_up_fresh = legal && self.flows[start.flow].idle;
        if !legal {
            return;
        }
        self.look_up = start.words > 0;
        // The event is held from the next cycle on.
        let taken = held.since - 1;
        let flow = &self.flows[start.flow];
        let due = self.schedule.cycle(flow.next_start);
        self.starting.push_back(Starting {
            flow: start.flow,
            words: start.words,
            taken,
            frame,
            delayed: flow.delayed.cycles(due, flow.idle),
        });
        let flow = &mut self.flows[start.flow];
        flow.delayed = Delayed::after(taken, start.words);
        flow.place = Place::Timed;
        flow.ready |= start.more;
        flow.in_flight += u32::from(start.words > 0);
    }

    /// Updates the schedule for the start of the frame before, with the delay that was looked up:
    /// phase 0.
    pub(super) fn take_delay(&mut self, frame: u64, delay: u64) {
        let last = self.starting.back();
        let Some(starting) = last.filter(|it| it.frame + 1 == frame) else { return };
        let flow = &mut self.flows[starting.flow];
        let start = self.schedule.tick(starting.taken);
        let delay_ticks = self.schedule.delay_ticks(starting.words, delay);
        let packet = Packet { start, words: starting.words, delay_ticks };
        flow.next_start = self.schedule.next(flow.next_start, flow.idle, &packet);
        flow.idle = false;
        if starting.words > 0 {
            self.told.take(self.cycle, starting.flow, starting.delayed);
        }
    }

    /// Packets are acknowledged: phase 1.
    pub(super) fn decide_ack(&mut self) {
        let Some(held) = decided(&mut self.ack, self.cycle) else { return };
        let ack = held.event;
        let flow = self.flows.get_mut(ack.flow);
        match flow.filter(|flow| ack.is_legal(flow.in_flight)) {
            Some(flow) => {
                // A granted flow has another packet ready, whose time is not known.
                if flow.in_flight == self.window && flow.ready && flow.place != Place::Granted {
                    flow.delayed.ready(self.cycle, flow.place == Place::Parked);
                }
                flow.in_flight -= ack.packets;
                if flow.place == Place::Parked && flow.ready {
                    self.becomes_due(ack.flow);
                }
            }
            None => self.ack_ignored = true,
        }
    }

    /// A flow has a packet ready: phase 2.
    pub(super) fn decide_doorbell(&mut self) {
        let Some(held) = decided(&mut self.doorbell, self.cycle) else { return };
        let rung = held.event;
        let Some(flow) = self.flows.get_mut(rung) else { return };
        let comes = !flow.ready && flow.in_flight < self.window;
        if comes && flow.place != Place::Granted {
            flow.delayed.ready(self.cycle, flow.place == Place::Parked);
        }
        flow.ready = true;
        if flow.place == Place::Parked && self.window_is_open(rung) {
            self.becomes_due(rung);
        }
    }
}
