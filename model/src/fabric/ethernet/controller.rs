//! The rate controller of an endpoint, and the pace of its flows (`tailback_spec::efl::rate` and
//! `pace`): when each update takes effect.

use super::latency::{EVENT_QUEUED, PACED_FRAMES, RATE_FRAME, SAME_FLOW_FRAMES};
use std::collections::VecDeque;
use tailback_spec::efl::{
    endpoint::QUEUE,
    pace::{code, cycles, cycles_per_tick, state, Pace, Paced, State},
    rate::{divide, multiply, Event, Record, Settings, Step},
    Efl,
};

/// Stages that the events of all flows of an endpoint pass.
#[derive(Debug)]
pub struct Controller {
    settings: Settings,
    clock: u32,
    /// Paces of R_0, R_MIN and the line.
    initial: Pace,
    minimum: Pace,
    maximum: Pace,
    /// Cycles in which the events of the queue are accepted.
    accepted: VecDeque<u64>,
    /// First cycle in which an event can be accepted.
    ready: u64,
    /// Flow of the last event, and the frame in which it is divided.
    last: Option<(usize, u64)>,
    /// Events that were lost, as their queue was full.
    pub lost: u64,
}

/// Rate of a flow.
#[derive(Debug, Default)]
pub struct Rate {
    pub record: Record,
    /// Entry of the pacing, and those that will replace it, with their cycles.
    entry: Paced,
    entries: VecDeque<(u64, Paced)>,
    carry: u32,
}

/// Pace of a packet.
#[derive(Debug, Clone, Copy)]
pub struct Paces {
    pub words: u64,
    pub ipd: u64,
    pub probe: bool,
}

impl Controller {
    pub fn new(efl: &Efl) -> Self {
        let (settings, clock) = (efl.settings(), cycles_per_tick(efl.clock_hz()));
        let pace = |rate: u32| Pace::of(settings.clamp(rate.into()), clock);
        Controller {
            settings,
            clock,
            initial: pace(settings.initial),
            minimum: pace(settings.minimum),
            maximum: pace(settings.maximum),
            accepted: VecDeque::new(),
            ready: 0,
            last: None,
            lost: 0,
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// An event that is reported in a cycle. Returns the RTT that equation 4 predicts with it, used or
    /// not, in ticks; none if the queue is full and the event is lost.
    pub fn event(
        &mut self,
        cycle: u64,
        flow: usize,
        rate: &mut Rate,
        event: &Event,
    ) -> Option<u32> {
        while self.accepted.front().is_some_and(|accepted| *accepted < cycle) {
            self.accepted.pop_front();
        }
        if self.accepted.len() == QUEUE {
            self.lost += 1;
            return None;
        }
        let accepted = (cycle + EVENT_QUEUED).max(self.ready);
        self.accepted.push_back(accepted);
        // An event that is accepted in the last phase waits for the next frame.
        let held = (accepted + 1) / RATE_FRAME + 1;
        let divided = match self.last {
            Some((other, frame)) if other == flow => held.max(frame + SAME_FLOW_FRAMES),
            Some((_, frame)) => held.max(frame + 1),
            None => held,
        };
        self.last = Some((flow, divided));
        self.ready = divided * RATE_FRAME;
        let quotients = divide(&self.settings, &rate.record, event);
        let predicted = self.prediction(&rate.record, event, quotients.step);
        rate.record = multiply(&self.settings, &quotients, event);
        let Record { group, known, void, rate: units, .. } = rate.record;
        let paced = Paced { group, known, void, pace: Pace::of(units, self.clock) };
        rate.entries.push_back(((divided + PACED_FRAMES) * RATE_FRAME, paced));
        Some(predicted.unwrap_or(rate.record.rtt))
    }

    /// RTT that equation 4 predicts, if its result is not in use.
    fn prediction(&self, record: &Record, event: &Event, step: Step) -> Option<u32> {
        let Step::Adapt { .. } = step else { return None };
        let mut settings = self.settings;
        settings.parts.predicts = true;
        let quotients = divide(&settings, record, event);
        Some(multiply(&settings, &quotients, event).rtt_predicted)
    }

    /// Pace of a packet of `size` bytes that is requested in a cycle, with `sent` packets of its group
    /// before it.
    pub fn pace(&self, cycle: u64, rate: &mut Rate, group: u8, sent: u32, size: u32) -> Paces {
        while let Some((_, entry)) = rate.entries.front().filter(|(at, _)| *at < cycle) {
            rate.entry = *entry;
            rate.entries.pop_front();
        }
        let Settings { parts, probe_packets, .. } = self.settings;
        let (state, current) = state(&rate.entry, group, sent, parts.probes, probe_packets);
        let pace = match state {
            State::Avoid if current => rate.entry.pace,
            State::Avoid => self.initial,
            State::Probe => self.maximum,
            State::Wait | State::Idle => self.minimum,
        };
        let (whole, carry) = cycles(pace.interval(size), rate.carry);
        rate.carry = carry;
        let (words, ipd) = code(whole);
        let probe = state == State::Wait && parts.delays;
        Paces { words: words.into(), ipd: ipd.into(), probe }
    }
}
