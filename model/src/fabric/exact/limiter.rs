//! The rate limiter of a NIC, see [`tailback_spec::nic::rate_limiter`]: with several flows frame by
//! frame, since every event decided in a frame was held when the frame began; with one flow cycle by
//! cycle.

mod alone;
mod far;
mod single;
mod turns;

use super::{packets::NEVER, pop_if, response::Rates};
use crate::{
    fabric::timing::{FRAME, HELD},
    nic::rate_limiter::schedule::{Packet, Schedule},
};
use far::Far;
use std::collections::VecDeque;
use tailback_spec::nic::{
    rate_limiter::{FAR_AHEAD, GUARD_FRAMES, STARTED_AHEAD, STARTING_FRAMES},
    Nic,
};

/// Phases of a frame in which starts, ACKs and doorbells are decided, and flows are granted.
const STARTS: u64 = 0;
const ACKS: u64 = 1;
const DOORBELLS: u64 = 2;
const GRANTS: u64 = 3;

/// Cycles from the decision of a start to the first one in which the first beat of its packet can be
/// held: the look-up, the cycle in which the packet begins, and that of the beat.
const GOES: u64 = 3;

/// Frame in which an event is decided that was accepted in a cycle.
fn frame_of(taken: u64, phase: u64) -> u64 {
    (taken + HELD).saturating_sub(phase).div_ceil(FRAME)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Parked,
    Timed,
    Due,
    Granted,
}

#[derive(Debug, Clone, Copy)]
struct Flow {
    place: Place,
    ready: bool,
    idle: bool,
    in_flight: u32,
    /// Earliest start of the next packet, in ticks.
    next_start: u64,
    /// Cycles from the beginning of the slot's frame to the flow's time.
    rest: u64,
}

/// A start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    pub flow: usize,
    /// Beats of the packet; 0 if there is none after all.
    pub words: u64,
    pub more: bool,
}

#[derive(Debug, Clone, Copy)]
struct Ack {
    taken: u64,
    flow: usize,
    /// Packets that it acknowledges.
    packets: u32,
    marked: bool,
}

/// A grant, and the cycle in which it is offered and accepted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grant {
    pub shown: u64,
    pub flow: usize,
}

/// The limiter, with the flows that its host sends.
#[derive(Debug)]
pub(super) struct Limiter {
    schedule: Schedule,
    /// Whether the NIC has a single flow, and thus no frames.
    single: bool,
    /// With a single flow: first cycle in which it can be granted, as its schedule has passed.
    passed: u64,
    window: u32,
    slots_ahead: u64,
    flows: Vec<Flow>,
    rates: Rates,
    /// Events that are or will be held, with the cycle in which each is accepted.
    starts: VecDeque<(u64, Start)>,
    doorbells: VecDeque<(u64, usize)>,
    /// First cycles in which the next start, doorbell and ACK can be accepted.
    start_free: u64,
    doorbell_free: u64,
    ack_free: u64,
    /// ACKs that have arrived, each with the cycle in which it is accepted.
    acks: VecDeque<Ack>,
    /// Legal starts whose flows have not been put into a slot or queue: flow, and frame.
    starting: VecDeque<(usize, u64)>,
    /// Flows in slots, in the order in which they were put there: frame of the slot, and flow.
    slots: Vec<(u64, usize)>,
    far: Far,
    due: VecDeque<usize>,
    walking: usize,
    lists: VecDeque<usize>,
    /// Cycle in which the last grant was offered.
    shown: u64,
    /// Frame for which an event is scheduled.
    pub next: u64,
}

impl Limiter {
    pub fn new(nic: &Nic, flows: usize, rates: Rates) -> Self {
        let flow = Flow {
            place: Place::Parked,
            ready: false,
            idle: true,
            in_flight: 0,
            next_start: 0,
            rest: 0,
        };
        Limiter {
            schedule: Schedule::new(nic),
            single: nic.flows() == 1,
            passed: 0,
            window: nic.window(),
            slots_ahead: (nic.slots() as u64).saturating_sub(GUARD_FRAMES.into()),
            flows: vec![flow; flows],
            rates,
            starts: VecDeque::new(),
            doorbells: VecDeque::new(),
            start_free: 0,
            doorbell_free: 0,
            ack_free: 0,
            acks: VecDeque::new(),
            starting: VecDeque::new(),
            slots: Vec::new(),
            far: Far::default(),
            due: VecDeque::new(),
            walking: 0,
            lists: VecDeque::new(),
            shown: 0,
            next: NEVER,
        }
    }

    /// Cycles of a frame: the unit of time of the methods that have one.
    pub fn frame_cycles(&self) -> u64 {
        if self.single {
            1
        } else {
            FRAME
        }
    }

    /// Cycle in which an event is decided that was accepted in a cycle.
    fn decided(&self, taken: u64, phase: u64) -> u64 {
        if self.single {
            taken
        } else {
            frame_of(taken, phase) * FRAME + phase
        }
    }

    pub fn ipd(&self, flow: usize) -> u16 {
        self.rates.ipd(flow)
    }

    /// First cycle in which a start can be accepted.
    pub fn takes_start(&self) -> u64 {
        self.start_free
    }

    /// Adds a start that is requested from cycle `asks` on; returns the first cycle in which the
    /// first beat of its packet can be held.
    pub fn start(&mut self, asks: u64, start: Start) -> u64 {
        let taken = asks.max(self.start_free);
        self.starts.push_back((taken, start));
        let decided = self.decided(taken, STARTS);
        self.start_free = decided + 1;
        decided + GOES
    }

    /// Adds a doorbell that rings from cycle `rings` on; returns the cycle in which it is accepted.
    pub fn doorbell(&mut self, rings: u64, flow: usize) -> u64 {
        let taken = rings.max(self.doorbell_free);
        self.doorbells.push_back((taken, flow));
        self.doorbell_free = self.decided(taken, DOORBELLS) + 1;
        taken
    }

    /// Adds a BECN that is offered from a cycle on.
    pub fn becn(&mut self, offered: u64, flow: usize) {
        self.rates.becn(offered, flow);
    }

    /// Adds an ACK that is offered from a cycle on.
    pub fn ack(&mut self, offered: u64, flow: usize, packets: u32, marked: bool) {
        let taken = offered.max(self.ack_free);
        self.ack_free = self.decided(taken, ACKS) + 1;
        self.acks.push_back(Ack { taken, flow, packets, marked });
        self.rates.acknowledge(taken, flow, marked);
    }

    /// A look-up resets the rate of a flow; no ACK is accepted in that cycle.
    fn reset(&mut self, now: u64, flow: usize) {
        let later = self.acks.iter().position(|ack| ack.taken >= now).unwrap_or(self.acks.len());
        let later = self.acks.split_off(later);
        self.rates.reset(now, flow);
        if let Some(first) = later.front() {
            let moved = if first.taken == now { now + 1 } else { first.taken };
            // State from before the first of them was accepted does not delay it.
            self.ack_free = moved;
        }
        for ack in later {
            self.ack(ack.taken, ack.flow, ack.packets, ack.marked);
        }
    }

    /// Decides the events of a frame; returns the grant, if there is one.
    pub fn frame(&mut self, frame: u64) -> Option<Grant> {
        if self.single {
            return self.cycle(frame);
        }
        let begins = frame * FRAME;
        let taken = match self.is_alone() {
            true => {
                self.slot_has_passed(frame);
                None
            }
            false => {
                self.far.pass(frame);
                self.far.take(frame)
            }
        };
        let started = pop_if(&mut self.starts, |(taken, _)| frame_of(*taken, STARTS) <= frame);
        if let Some((_, start)) = started {
            let flow = &mut self.flows[start.flow];
            self.starting.push_back((start.flow, frame));
            flow.place = Place::Timed;
            flow.ready |= start.more;
            flow.in_flight += u32::from(start.words > 0);
        }
        if let Some((flow, _)) = pop_if(&mut self.starting, |it| it.1 + STARTING_FRAMES == frame) {
            self.put_away(flow, frame + STARTED_AHEAD);
        }
        let directly = self.slot_becomes_due(frame + 1);
        if let Some(ack) = pop_if(&mut self.acks, |ack| frame_of(ack.taken, ACKS) <= frame) {
            let flow = &mut self.flows[ack.flow];
            flow.in_flight = flow.in_flight.saturating_sub(ack.packets);
            if flow.place == Place::Parked && flow.ready {
                self.becomes_due(ack.flow);
            }
        }
        let rung = pop_if(&mut self.doorbells, |(taken, _)| frame_of(*taken, DOORBELLS) <= frame);
        if let Some((_, number)) = rung {
            let flow = &mut self.flows[number];
            flow.ready = true;
            if flow.place == Place::Parked && flow.in_flight < self.window {
                self.becomes_due(number);
            }
        }
        if let Some(flow) = taken {
            self.put_away(flow, frame + FAR_AHEAD);
        }
        if let Some((taken, start)) = started {
            self.take_delay(begins + STARTS + 1, taken, start);
            if self.is_alone() {
                // The queue in which the flow waits until then makes no difference.
                self.starting.clear();
                self.put_in_slot(start.flow, frame + STARTING_FRAMES + STARTED_AHEAD);
            }
        }
        self.walk(begins + GRANTS, directly)
    }

    /// Updates a flow's schedule for a start.
    fn take_delay(&mut self, look_up: u64, taken: u64, start: Start) {
        let Start { flow: number, words, .. } = start;
        let flow = &self.flows[number];
        let fresh = flow.idle;
        let delay = match words {
            0 => 0,
            _ if self.rates.resets(fresh) => {
                self.reset(look_up, number);
                0
            }
            _ => self.rates.look_up(look_up, number),
        };
        let ticks = self.schedule.delay_ticks(words, delay);
        let packet = Packet { start: self.schedule.tick(taken), words, delay_ticks: ticks };
        let flow = &mut self.flows[number];
        flow.next_start = self.schedule.next(flow.next_start, flow.idle, &packet);
        flow.idle = false;
    }

    /// Next frame after `frame` in which there is something to do.
    pub fn next_frame(&self, frame: u64) -> u64 {
        if self.single {
            return self.next_cycle(frame);
        }
        let mut next = NEVER;
        if self.walking > 0 || !self.lists.is_empty() {
            return frame + 1;
        }
        if let Some((_, of)) = self.starting.front() {
            next = next.min(of + STARTING_FRAMES);
        }
        if self.is_alone() {
            let flow = &self.flows[0];
            let may_go = flow.ready && flow.in_flight < self.window;
            let slot = self.slots.first().filter(|_| may_go);
            next = next.min(slot.map_or(NEVER, |(slot, _)| slot - 1));
        } else {
            for (slot, _) in &self.slots {
                next = next.min(slot - 1);
            }
            next = next.min(self.far.leaves());
        }
        next.min(self.next_event()).max(frame + 1)
    }

    /// Frame in which the next event from outside takes effect.
    pub fn next_event(&self) -> u64 {
        let frame = |taken, phase| match self.single {
            true => taken + 1,
            false => frame_of(taken, phase),
        };
        let start = self.starts.front().map(|(taken, _)| frame(*taken, STARTS));
        let ack = self.acks.front().map(|ack| frame(ack.taken, ACKS));
        let doorbell = self.doorbells.front().map(|(taken, _)| frame(*taken, DOORBELLS));
        [start, ack, doorbell].into_iter().flatten().min().unwrap_or(NEVER)
    }
}
