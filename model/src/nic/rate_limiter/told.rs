//! Delays of packets, reported some cycles later.

use std::collections::VecDeque;

use super::RateLimiterOutputs;

/// Cycles from the one in which a delay is sampled to that of its report.
const CYCLES: u64 = 3;

/// Time since which a flow's next packet may be delayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delayed {
    /// Cycle in which the packet before has ended, and this one is ready with the window open.
    Since(u64),
    /// The schedule had passed already.
    Never,
}

impl Delayed {
    /// A flow after reset, which is idle.
    pub(crate) const AFTER_RESET: Delayed = Delayed::Never;

    /// State after a start of a packet of `words` beats in cycle `start`.
    pub(crate) fn after(start: u64, words: u64) -> Self {
        Delayed::Since(start + words)
    }

    /// A packet becomes ready, with an open window.
    pub(crate) fn ready(&mut self, cycle: u64, is_parked: bool) {
        match self {
            _ if is_parked => *self = Delayed::Never,
            Delayed::Since(since) => *since = cycle.max(*since),
            Delayed::Never => {}
        }
    }

    /// Cycles by which a packet was delayed that may start from cycle `due` on.
    pub(crate) fn cycles(self, due: u64, was_idle: bool) -> u64 {
        match self {
            Delayed::Since(since) if !was_idle => due.saturating_sub(since),
            _ => 0,
        }
    }
}

/// Delay of a packet, which may be 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packet {
    flow: usize,
    cycles: u64,
    /// Cycle of its report.
    due: u64,
}

/// Delays not reported yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Told {
    waiting: VecDeque<Packet>,
    /// Flow and cycles of the last report.
    last: (u64, u64),
}

impl Told {
    /// Adds the report of a packet that was delayed by `cycles`; the delay behind it is sampled in
    /// this cycle.
    pub(crate) fn take(&mut self, cycle: u64, flow: usize, cycles: u64) {
        self.waiting.push_back(Packet { flow, cycles, due: cycle + CYCLES });
    }

    /// Drives the report of a cycle.
    pub(crate) fn show(&self, cycle: u64, outputs: &mut RateLimiterOutputs) {
        let delayed = self.waiting.front().filter(|delayed| delayed.due == cycle);
        outputs.delayed = delayed.is_some();
        (outputs.delayed_flow, outputs.delayed_cycles) =
            delayed.map_or(self.last, |delayed| (delayed.flow as u64, delayed.cycles));
    }

    /// The end of a cycle: removes its report.
    pub(crate) fn clock(&mut self, cycle: u64) {
        if let Some(told) = self.waiting.front().filter(|delayed| delayed.due == cycle) {
            self.last = (told.flow as u64, told.cycles);
            self.waiting.pop_front();
        }
    }

    pub(crate) fn reset(&mut self) {
        *self = Told::default();
    }
}
