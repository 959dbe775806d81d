//! Packets that come to a flow one by one, and wait until they may go.

use super::random::Random;
use std::sync::Arc;
use tailback_spec::scenario::{Flow, Traffic};

/// The packets of a flow with Poisson traffic or with a trace.
#[derive(Debug, Clone)]
pub(super) struct Arrivals {
    when: When,
    /// The cycle in which the next one comes, if one does.
    next: Option<u64>,
    /// Those that have come and not begun.
    waiting: u64,
}

#[derive(Debug, Clone)]
enum When {
    /// After exponentially distributed times of this mean.
    Poisson(f64),
    /// In these cycles after the first one.
    Trace { times: Arc<[u64]>, start: u64, next: usize },
}

impl Arrivals {
    /// Those of a flow, if its packets come one by one.
    pub fn new(flow: &Flow, random: &mut Random) -> Option<Self> {
        let mut when = match &flow.traffic {
            Traffic::Poisson { interval } => When::Poisson(*interval),
            Traffic::Trace(times) => {
                When::Trace { times: Arc::clone(times), start: flow.start, next: 0 }
            }
            Traffic::Greedy | Traffic::FixedRate { .. } | Traffic::OnOff { .. } => return None,
        };
        let next = when.after(flow.start, random);
        Some(Arrivals { when, next, waiting: 0 })
    }

    /// All that come up to a cycle have come.
    pub fn at(&mut self, now: u64, random: &mut Random) {
        while let Some(cycle) = self.next.filter(|cycle| *cycle <= now) {
            self.waiting += 1;
            self.next = self.when.after(cycle, random);
        }
    }

    /// The cycle in which the next one comes.
    pub fn next(&self) -> Option<u64> {
        self.next
    }

    /// How many wait.
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// One of those that wait begins.
    pub fn begin(&mut self) {
        self.waiting -= 1;
    }
}

impl When {
    /// The cycle of the next one after one that comes in this cycle.
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
