//! Packets that arrive at a flow one by one and wait until they may start.

use super::random::Random;
use std::sync::Arc;
use tailback_spec::scenario::{Flow, Traffic};

/// The packets of a flow with Poisson traffic or with a trace.
#[derive(Debug, Clone)]
pub(super) struct Arrivals {
    when: When,
    /// Cycle of the next arrival, if there is one.
    next: Option<u64>,
    /// Packets that have arrived and not started.
    waiting: u64,
}

#[derive(Debug, Clone)]
enum When {
    /// Exponentially distributed interarrival times of this mean.
    Poisson(f64),
    /// Arrival times, in cycles after `start`.
    Trace { times: Arc<[u64]>, start: u64, next: usize },
}

impl Arrivals {
    /// Arrivals of a flow, if its packets arrive one by one.
    pub fn new(flow: &Flow, random: &mut Random) -> Option<Self> {
        let mut when = match &flow.traffic {
            Traffic::Poisson { interval } => When::Poisson(*interval),
            Traffic::Trace(times) => {
                When::Trace { times: Arc::clone(times), start: flow.start, next: 0 }
            }
            Traffic::Greedy
            | Traffic::FixedRate { .. }
            | Traffic::OnOff { .. }
            | Traffic::Groups { .. } => return None,
        };
        let next = when.after(flow.start, random);
        Some(Arrivals { when, next, waiting: 0 })
    }

    /// Counts all arrivals up to a cycle.
    pub fn at(&mut self, now: u64, random: &mut Random) {
        while let Some(cycle) = self.next.filter(|cycle| *cycle <= now) {
            self.waiting += 1;
            self.next = self.when.after(cycle, random);
        }
    }

    /// Cycle of the next arrival.
    pub fn next(&self) -> Option<u64> {
        self.next
    }

    /// Packets that wait.
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Starts one of the waiting packets.
    pub fn begin(&mut self) {
        self.waiting -= 1;
    }
}

impl When {
    /// Cycle of the arrival that follows one in this cycle.
    fn after(&mut self, cycle: u64, random: &mut Random) -> Option<u64> {
        match self {
            When::Poisson(mean) => Some(cycle + random.exponential(*mean)),
            When::Trace { times, start, next } => {
                let time = times.get(*next)?;
                *next += 1;
                Some(*start + time)
            }
        }
    }
}
