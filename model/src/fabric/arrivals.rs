//! Packets that arrive at a flow one by one and wait until they may start.

use std::{collections::VecDeque, sync::Arc};
use tailback_spec::random::Random;
use tailback_spec::scenario::{Flow, Step, Traffic};

/// The packets of a flow with Poisson traffic, a trace or a message.
#[derive(Debug, Clone)]
pub(super) struct Arrivals {
    when: When,
    /// Cycle of the next arrival, if there is one.
    next: Option<u64>,
    /// Packets of each arrival.
    packets: u64,
    /// Packets that have arrived and not started.
    waiting: u64,
    /// Cycle of each arrival whose packets wait, and how many of them do, the oldest first; only if
    /// the order of arrivals matters.
    times: Option<VecDeque<(u64, u64)>>,
}

#[derive(Debug, Clone)]
enum When {
    /// Nothing arrives after the start.
    Once,
    /// Exponentially distributed interarrival times of this mean.
    Poisson(f64),
    /// Exponentially distributed interarrival times whose mean changes in cycles after `start`.
    Steps { steps: Arc<[Step]>, start: u64 },
    /// Arrival times, in cycles after `start`.
    Trace { times: Arc<[u64]>, start: u64, next: usize },
    /// Times that are told one by one, in order.
    Told(VecDeque<u64>),
}

impl Arrivals {
    /// Arrivals of a flow, if its packets arrive one by one.
    pub fn new(flow: &Flow, random: &mut Random) -> Option<Self> {
        let mut packets = 1;
        let mut when = match &flow.traffic {
            Traffic::Message { packets: all } => {
                packets = *all;
                When::Once
            }
            Traffic::Poisson { interval } => When::Poisson(*interval),
            Traffic::Steps(steps) => When::Steps { steps: Arc::clone(steps), start: flow.start },
            Traffic::Trace(times) => {
                When::Trace { times: Arc::clone(times), start: flow.start, next: 0 }
            }
            Traffic::Exchange(_) => When::Told(VecDeque::new()),
            Traffic::Greedy
            | Traffic::FixedRate { .. }
            | Traffic::OnOff { .. }
            | Traffic::Groups { .. } => return None,
        };
        let next = match when {
            When::Once => Some(flow.start),
            _ => when.after(flow.start, random),
        };
        Some(Arrivals { when, next, packets, waiting: 0, times: None })
    }

    /// Keeps the cycles of arrivals from now on.
    pub fn with_times(mut self) -> Self {
        self.times = Some(VecDeque::new());
        self
    }

    /// So many packets arrive in a cycle, which is not before any told earlier; returns whether no
    /// arrival was known before.
    pub fn tell(&mut self, cycle: u64, packets: u64) -> bool {
        self.packets = packets;
        match (&mut self.when, self.next) {
            (When::Told(times), Some(_)) => times.push_back(cycle),
            _ => {
                self.next = Some(cycle);
                return true;
            }
        }
        false
    }

    /// Cycle in which the oldest waiting packet arrived, if cycles are kept.
    pub fn oldest(&self) -> Option<u64> {
        self.times.as_ref()?.front().map(|(cycle, _)| *cycle)
    }

    /// Counts all arrivals up to a cycle.
    pub fn at(&mut self, now: u64, random: &mut Random) {
        while let Some(cycle) = self.next.filter(|cycle| *cycle <= now) {
            self.waiting += self.packets;
            if let Some(times) = &mut self.times {
                times.push_back((cycle, self.packets));
            }
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
        if let Some(times) = &mut self.times {
            if let Some((_, packets)) = times.front_mut() {
                *packets -= 1;
                if *packets == 0 {
                    times.pop_front();
                }
            }
        }
    }
}

impl When {
    /// Cycle of the arrival that follows one in this cycle.
    fn after(&mut self, cycle: u64, random: &mut Random) -> Option<u64> {
        match self {
            When::Once => None,
            When::Told(times) => times.pop_front(),
            When::Poisson(mean) => Some(cycle + random.exponential(*mean)),
            When::Steps { steps, start } => after(steps, *start, cycle, random),
            When::Trace { times, start, next } => {
                let time = times.get(*next)?;
                *next += 1;
                Some(*start + time)
            }
        }
    }
}

/// Cycle of the arrival that follows one in this cycle, with a mean interval that changes in steps.
///
/// An arrival that would come after the end of a step is drawn again from that end on, with the mean of
/// the next step: exponentially distributed times have no memory, so the distribution is exact.
pub(super) fn after(steps: &[Step], start: u64, cycle: u64, random: &mut Random) -> Option<u64> {
    let mut from = cycle;
    let since = cycle.saturating_sub(start);
    let first = steps.partition_point(|step| step.from <= since).saturating_sub(1);
    for (number, step) in steps.iter().enumerate().skip(first) {
        let end = steps.get(number + 1).map_or(u64::MAX, |next| start + next.from);
        if step.interval.is_finite() {
            let next = from + random.exponential(step.interval);
            if next < end {
                return Some(next);
            }
        }
        from = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_that_changes_in_steps_gives_each_step_its_own_rate() {
        const START: u64 = 1000;
        let step = |from, interval| Step { from, interval };
        let steps = [step(0, 100.0), step(100_000, 10.0), step(200_000, f64::INFINITY)];
        let (mut random, mut counts) = (Random::new(1, 1), [0; 3]);
        let mut next = after(&steps, START, START, &mut random);
        while let Some(cycle) = next {
            counts[((cycle - START) / 100_000) as usize] += 1;
            next = after(&steps, START, cycle, &mut random);
        }
        assert!((900..1100).contains(&counts[0]), "{counts:?}");
        assert!((9000..11_000).contains(&counts[1]), "{counts:?}");
        assert_eq!(counts[2], 0);
    }
}
