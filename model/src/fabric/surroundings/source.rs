//! When a flow has a packet, as the scenario says.

use crate::fabric::random::Random;
use tailback_spec::scenario::{Flow, Traffic};

/// The source of a flow's packets.
#[derive(Debug, Clone)]
pub(in crate::fabric) struct Source {
    traffic: Traffic,
    random: Random,
    /// It begins, ends, or goes from ON to OFF or back in this cycle.
    toggles: Option<u64>,
    stop: u64,
    active: bool,
    /// With a fixed rate: the first cycle in which the next packet may start, once one has.
    due: Option<u64>,
}

impl Source {
    /// Flow `number` of a scenario with this seed.
    pub fn new(seed: u64, number: usize, flow: &Flow) -> Self {
        Source {
            traffic: flow.traffic,
            random: Random::new(seed, number as u64),
            toggles: Some(flow.start),
            stop: flow.stop.unwrap_or(u64::MAX),
            active: false,
            due: None,
        }
    }

    /// A cycle of the scenario has come.
    pub fn at(&mut self, now: u64) {
        while self.toggles.is_some_and(|toggles| toggles <= now) {
            self.toggle(now);
        }
    }

    fn toggle(&mut self, now: u64) {
        if now >= self.stop {
            (self.active, self.toggles) = (false, None);
            return;
        }
        self.active = !self.active;
        let next = match self.traffic {
            Traffic::OnOff { on, off } => {
                now + self.random.exponential(if self.active { on } else { off })
            }
            Traffic::Greedy | Traffic::FixedRate { .. } => self.stop,
        };
        self.toggles = Some(next.min(self.stop)).filter(|toggles| *toggles < u64::MAX);
    }

    /// Whether it has a packet in this cycle.
    pub fn has_packet(&self, now: u64) -> bool {
        self.active && self.due.is_none_or(|due| due <= now)
    }

    /// Whether it has packets in all cycles up to one, however many begin.
    pub fn has_packets_until(&self, cycle: u64) -> bool {
        let endless = !matches!(self.traffic, Traffic::FixedRate { .. });
        endless && self.active && self.toggles.is_none_or(|toggles| toggles > cycle)
    }

    /// The next cycle after `now` in which that may become another answer by itself.
    pub fn next_change(&self, now: u64) -> Option<u64> {
        let due = self.due.filter(|due| *due > now);
        [self.toggles, due].into_iter().flatten().min()
    }

    /// A packet begins.
    pub fn begin(&mut self, now: u64) {
        if let Traffic::FixedRate { interval } = self.traffic {
            // As a schedule of the rate limiter: late by less than a packet is not late.
            self.due = Some(self.due.map_or(now + interval, |due| now.max(due + interval)));
        }
    }
}
