//! The times at which a flow has a packet, as the scenario defines them.

use crate::fabric::arrivals::Arrivals;
use tailback_spec::{
    random::Random,
    scenario::{Flow, Traffic},
};

/// The source of a flow's packets.
#[derive(Debug, Clone)]
pub(in crate::fabric) struct Source {
    traffic: Traffic,
    random: Random,
    /// Next cycle in which the flow starts or stops, or changes between ON and OFF.
    toggles: Option<u64>,
    stop: u64,
    active: bool,
    /// With a fixed rate: first cycle in which the next packet may start, once one has.
    due: Option<u64>,
    /// Arrivals, if packets arrive one by one.
    arrivals: Option<Arrivals>,
}

impl Source {
    /// Source of flow `number` of a scenario with this seed.
    pub fn new(seed: u64, number: usize, flow: &Flow) -> Self {
        let mut random = Random::new(seed, number as u64);
        Source {
            arrivals: Arrivals::new(flow, &mut random),
            traffic: flow.traffic.clone(),
            random,
            toggles: Some(flow.start),
            stop: flow.stop.unwrap_or(u64::MAX),
            active: false,
            due: None,
        }
    }

    /// Advances to a cycle of the scenario.
    pub fn at(&mut self, now: u64) {
        while self.toggles.is_some_and(|toggles| toggles <= now) {
            self.toggle(now);
        }
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.at(now, &mut self.random);
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
            _ => self.stop,
        };
        self.toggles = Some(next.min(self.stop)).filter(|toggles| *toggles < u64::MAX);
    }

    /// Whether the flow has a packet in this cycle.
    pub fn has_packet(&self, now: u64) -> bool {
        let has_come = self.arrivals.as_ref().is_none_or(|arrivals| arrivals.waiting() > 0);
        self.active && has_come && self.due.is_none_or(|due| due <= now)
    }

    /// Whether the flow has packets in all cycles up to one, however many begin.
    pub fn has_packets_until(&self, cycle: u64) -> bool {
        let endless = matches!(self.traffic, Traffic::Greedy | Traffic::OnOff { .. });
        endless && self.active && self.toggles.is_none_or(|toggles| toggles > cycle)
    }

    /// Next cycle after `now` in which [`Source::has_packet`] may change by itself.
    pub fn next_change(&self, now: u64) -> Option<u64> {
        let due = self.due.filter(|due| *due > now);
        let comes = self.arrivals.as_ref().and_then(Arrivals::next);
        let changes = [self.toggles, due, comes].into_iter().flatten();
        changes.filter(|change| *change > now).min()
    }

    /// A packet begins.
    pub fn begin(&mut self, now: u64) {
        if let Traffic::FixedRate { interval } = self.traffic {
            // Like a schedule of the rate limiter: late by less than a packet is not late.
            self.due = Some(self.due.map_or(now + interval, |due| now.max(due + interval)));
        }
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.begin();
        }
    }
}
