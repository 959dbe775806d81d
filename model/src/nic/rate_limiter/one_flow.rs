//! The rate limiter of a single flow.

use super::schedule::{Packet, Schedule};
use super::told::{Delayed, Told};
use super::{RateLimiterInputs, RateLimiterOutputs};
use tailback_spec::nic::{rate_limiter::LOOK_UP_CYCLES, Nic};

/// Cycles from a start to the one in which its delay is sampled.
const DELAY_CYCLES: u64 = 1 + LOOK_UP_CYCLES as u64;
/// Cycles from a start to the first one at whose end the flow may be due.
const TIMED_CYCLES: u64 = 7;
/// Cycles from the one at whose end the flow is due to that of its grant.
const GRANT_CYCLES: u64 = 2;

/// State of the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The schedule has passed: the flow is parked, or due.
    Waiting,
    /// The schedule has not passed yet.
    Timed {
        /// Cycle of the last start.
        since: u64,
        /// Beats of the packet that started.
        words: u64,
        /// Cycles by which that packet was delayed.
        delayed: u64,
    },
    /// The flow is to start a packet.
    Granted,
}

/// The rate limiter of a single flow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneFlow {
    schedule: Schedule,
    window: u32,
    pub(crate) cycle: u64,
    pub(crate) place: Place,
    /// Whether a packet is ready.
    pub(crate) ready: bool,
    /// Whether no packet was ready when the flow was due.
    pub(crate) idle: bool,
    /// Packets in flight.
    pub(crate) in_flight: u32,
    /// Earliest start of the next packet, in ticks.
    pub(crate) next_start: u64,
    /// Time since which the next packet may be delayed.
    delayed: Delayed,
    /// Values of the outputs.
    grant: bool,
    look_up: bool,
    look_up_fresh: bool,
    start_ignored: bool,
    ack_ignored: bool,
    told: Told,
}

impl OneFlow {
    /// The module after reset.
    pub(crate) fn new(nic: &Nic) -> Self {
        Self::after_reset(Schedule::new(nic), nic.window())
    }

    fn after_reset(schedule: Schedule, window: u32) -> Self {
        OneFlow {
            schedule,
            window,
            cycle: 0,
            place: Place::Waiting,
            ready: false,
            idle: true,
            in_flight: 0,
            next_start: 0,
            delayed: Delayed::AFTER_RESET,
            grant: false,
            look_up: false,
            look_up_fresh: false,
            start_ignored: false,
            ack_ignored: false,
            told: Told::default(),
        }
    }

    pub(crate) fn reset(&mut self) {
        let OneFlow { schedule, window, .. } = self.clone();
        *self = Self::after_reset(schedule, window);
    }

    /// Drives all outputs, none of which depends on the inputs.
    #[inline]
    pub(crate) fn show(&self, outputs: &mut RateLimiterOutputs) {
        *outputs = RateLimiterOutputs {
            doorbell_ready: true,
            start_ready: true,
            ack_ready: true,
            look_up: self.look_up,
            look_up_flow: 0,
            look_up_fresh: self.look_up_fresh,
            start_ignored: self.start_ignored,
            ack_ignored: self.ack_ignored,
            grant: self.grant,
            grant_flow: 0,
            ..RateLimiterOutputs::default()
        };
        self.told.show(self.cycle, outputs);
    }

    #[inline]
    pub(crate) fn step(&mut self, inputs: &RateLimiterInputs, outputs: &mut RateLimiterOutputs) {
        self.show(outputs);
        self.told.clock(self.cycle);
        let (cycle, had_in_flight) = (self.cycle, self.in_flight);
        let (place, was_idle) = (self.place, self.idle);
        let could_start = self.ready && self.in_flight < self.window;
        let grant_was_taken = self.place == Place::Granted && !self.grant;
        self.grant &= !inputs.grant_ready;

        match self.place {
            Place::Waiting if self.ready && self.in_flight < self.window => {
                self.place = Place::Granted;
                self.ready = false;
                self.grant = true;
            }
            Place::Waiting => self.idle |= !self.ready,
            Place::Timed { since, words, delayed } => {
                if cycle == since + DELAY_CYCLES {
                    self.set_next_start(since, words, inputs.delay);
                    if words > 0 {
                        self.told.take(self.cycle, 0, delayed);
                    }
                }
                let time = self.schedule.cycle(self.next_start);
                if cycle >= since + TIMED_CYCLES && cycle + GRANT_CYCLES >= time {
                    self.place = Place::Waiting;
                }
            }
            Place::Granted => {}
        }

        // There is no other flow than flow 0.
        self.ready |= inputs.doorbell() == Some(0);

        (self.look_up, self.start_ignored) = (false, false);
        if let Some(start) = inputs.start() {
            let legal = start.flow == 0 && grant_was_taken;
            self.start_ignored = !legal;
            self.look_up_fresh = legal && self.idle;
            if legal {
                self.look_up = start.words > 0;
                let due = self.schedule.cycle(self.next_start);
                let delayed = self.delayed.cycles(due, was_idle);
                self.place = Place::Timed { since: cycle, words: start.words, delayed };
                self.delayed = Delayed::after(cycle, start.words);
                self.ready |= start.more;
                self.in_flight += u32::from(start.words > 0);
            }
        }

        self.ack_ignored = false;
        if let Some(ack) = inputs.ack() {
            let legal = ack.flow == 0 && ack.is_legal(had_in_flight);
            self.ack_ignored = !legal;
            self.in_flight -= if legal { ack.packets } else { 0 };
        }

        // A start itself defines the end of the packet before, and so the time since which the next
        // one may be delayed.
        let can_start = self.ready && self.in_flight < self.window;
        if can_start && !could_start && place != Place::Granted {
            self.delayed.ready(cycle, place == Place::Waiting);
        }
        self.cycle += 1;
    }

    /// Updates the schedule for a packet's start, once its delay is known.
    fn set_next_start(&mut self, since: u64, words: u64, delay: u64) {
        let start = self.schedule.tick(since);
        let delay_ticks = self.schedule.delay_ticks(words, delay);
        let packet = Packet { start, words, delay_ticks };
        self.next_start = self.schedule.next(self.next_start, self.idle, &packet);
        self.idle = false;
    }
}
