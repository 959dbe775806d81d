//! For how long packets were delayed, to be reported some cycles later.

use std::collections::VecDeque;

use super::RateLimiterOutputs;

/// Cycles from the one in which a delay is taken to that in which it is told.
const CYCLES: u64 = 3;

/// Since when a flow's next packet may be delayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delayed {
    /// From this cycle on: the packet before is over, and this one ready with the window open.
    Since(u64),
    /// The schedule had passed already.
    Never,
}

impl Delayed {
    /// After reset, a flow is idle.
    pub(crate) const AFTER_RESET: Delayed = Delayed::Never;

    /// After a start in a cycle, of so many words.
    pub(crate) fn after(start: u64, words: u64) -> Self {
        Delayed::Since(start + words)
    }

    /// A packet has come to be ready, with an open window.
    pub(crate) fn ready(&mut self, cycle: u64, is_parked: bool) {
        match self {
            _ if is_parked => *self = Delayed::Never,
            Delayed::Since(since) => *since = cycle.max(*since),
            Delayed::Never => {}
        }
    }

    /// Cycles of delay of a packet that may start from a cycle on.
    pub(crate) fn cycles(self, due: u64, was_idle: bool) -> u64 {
        match self {
            Delayed::Since(since) if !was_idle => due.saturating_sub(since),
            _ => 0,
        }
    }
}

/// A packet that was delayed, or was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packet {
    flow: usize,
    cycles: u64,
    /// The cycle in which that is reported.
    due: u64,
}

/// Delays that have not been told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Told {
    waiting: VecDeque<Packet>,
    /// Flow and cycles of the one that was told last.
    last: (u64, u64),
}

impl Told {
    /// The delay of a packet is taken in a cycle, which had been delayed itself for so many cycles.
    pub(crate) fn take(&mut self, cycle: u64, flow: usize, cycles: u64) {
        self.waiting.push_back(Packet { flow, cycles, due: cycle + CYCLES });
    }

    /// What is told in a cycle.
    pub(crate) fn show(&self, cycle: u64, outputs: &mut RateLimiterOutputs) {
        let delayed = self.waiting.front().filter(|delayed| delayed.due == cycle);
        outputs.delayed = delayed.is_some();
        (outputs.delayed_flow, outputs.delayed_cycles) =
            delayed.map_or(self.last, |delayed| (delayed.flow as u64, delayed.cycles));
    }

    /// The end of a cycle: what was told in it is so no more.
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
