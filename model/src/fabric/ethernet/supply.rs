//! Packets that the host of a flow has to send, according to the scenario's traffic.

use super::super::arrivals;
use super::transfers::Transfers;
use std::sync::Arc;
use tailback_spec::random::Random;
use tailback_spec::scenario::{Flow, Size, Step, Traffic};

/// The packets of a flow.
#[derive(Debug)]
pub struct Supply {
    source: Source,
    random: Random,
    start: u64,
    /// First cycle in which no packet, or group, becomes ready any more.
    stop: u64,
    /// Packets taken.
    pub taken: u64,
    pub transfers: Transfers,
}

#[derive(Debug)]
enum Source {
    Greedy,
    /// Packets of the message.
    Message {
        packets: u64,
    },
    /// Interval, and cycle in which the next packet is due.
    Fixed {
        interval: u64,
        due: u64,
    },
    /// Means of ON and OFF periods, and the current ON period.
    OnOff {
        on: f64,
        off: f64,
        from: u64,
        to: u64,
    },
    /// Mean interval, and the next arrival.
    Poisson {
        interval: f64,
        next: u64,
    },
    /// Mean intervals, and the next arrival, if there is one.
    Steps {
        steps: Arc<[Step]>,
        next: Option<u64>,
    },
    Trace {
        times: Arc<[u64]>,
    },
    /// Sizes and mean interval; packets left of the group that arrived last, and the next arrival.
    Groups {
        size: Size,
        interval: f64,
        left: u64,
        next: u64,
        payload: f64,
    },
}

impl Supply {
    /// The packets of a flow, before the first.
    pub fn new(flow: &Flow, payload_bytes: usize, mut random: Random) -> Self {
        let start = flow.start;
        let source = match &flow.traffic {
            Traffic::Greedy => Source::Greedy,
            Traffic::Message { packets } => Source::Message { packets: *packets },
            // A scenario over Ethernet has no such flows.
            Traffic::Exchange(_) => Source::Message { packets: 0 },
            Traffic::FixedRate { interval } => Source::Fixed { interval: *interval, due: start },
            Traffic::OnOff { on, off } => {
                let to = start + random.exponential(*on);
                Source::OnOff { on: *on, off: *off, from: start, to }
            }
            Traffic::Poisson { interval } => {
                let next = start + random.exponential(*interval);
                Source::Poisson { interval: *interval, next }
            }
            Traffic::Steps(steps) => {
                let next = arrivals::after(steps, start, start, &mut random);
                Source::Steps { steps: Arc::clone(steps), next }
            }
            Traffic::Trace(times) => Source::Trace { times: Arc::clone(times) },
            Traffic::Groups { size, interval } => Source::Groups {
                size: *size,
                interval: *interval,
                left: 0,
                next: start + random.exponential(*interval),
                payload: payload_bytes as f64,
            },
        };
        let stop = flow.stop.unwrap_or(u64::MAX);
        Supply { source, random, start, stop, taken: 0, transfers: Transfers::default() }
    }

    /// First cycle from `now` on in which a packet is ready; none if there is none any more.
    pub fn ready_at(&mut self, now: u64) -> Option<u64> {
        let now = now.max(self.start);
        let at = match &mut self.source {
            Source::Greedy => now,
            Source::Message { packets } if self.taken < *packets => now,
            Source::Message { .. } => return None,
            Source::Fixed { due, .. } => now.max(*due),
            Source::OnOff { on, off, from, to } => {
                while now >= *to {
                    *from = *to + self.random.exponential(*off);
                    *to = *from + self.random.exponential(*on);
                }
                now.max(*from)
            }
            // Packets that have arrived before the flow stops are sent.
            Source::Poisson { next, .. } => return (*next < self.stop).then_some(now.max(*next)),
            Source::Steps { next, .. } => {
                let next = *next;
                return next.filter(|next| *next < self.stop).map(|next| now.max(next));
            }
            Source::Trace { times } => {
                let at = self.start + times.get(self.taken as usize)?;
                return (at < self.stop).then_some(now.max(at));
            }
            Source::Groups { left, next, .. } => {
                if *left > 0 {
                    return Some(now);
                }
                return (*next < self.stop).then_some(now.max(*next));
            }
        };
        (at < self.stop).then_some(at)
    }

    /// Takes a packet that is ready in this cycle.
    pub fn take(&mut self, now: u64) {
        match &mut self.source {
            Source::Greedy
            | Source::Message { .. }
            | Source::OnOff { .. }
            | Source::Trace { .. } => {}
            // Late by less than an interval is not late.
            Source::Fixed { interval, due } => *due = now.max(*due + *interval),
            Source::Poisson { interval, next } => *next += self.random.exponential(*interval),
            Source::Steps { steps, next } => {
                let came = next.unwrap_or(now);
                *next = arrivals::after(steps, self.start, came, &mut self.random);
            }
            Source::Groups { size, interval, left, next, payload } => {
                if *left == 0 {
                    let bytes = match *size {
                        Size::Fixed(bytes) => bytes.into(),
                        Size::Pareto { least, shape } => self.random.pareto(least, shape),
                    };
                    *left = (bytes / *payload).ceil().max(1.0) as u64;
                    self.transfers.add(self.taken, *left);
                    *next += self.random.exponential(*interval);
                }
                *left -= 1;
            }
        }
        self.taken += 1;
    }
}
