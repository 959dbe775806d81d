//! By how much delays are longer than their packets, to be told some cycles later.

use std::collections::VecDeque;

use super::RateLimiterOutputs;

/// Cycles from the one in which a delay is taken to that in which it is told.
const CYCLES: u64 = 3;

/// A delay that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Delayed {
    flow: usize,
    cycles: u64,
    /// The cycle in which it is told.
    due: u64,
}

/// Delays that have not been told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Told {
    waiting: VecDeque<Delayed>,
    /// Flow and cycles of the one that was told last.
    last: (u64, u64),
}

impl Told {
    /// A delay that is taken in a cycle, of so many whole cycles more than its packet.
    pub(crate) fn take(&mut self, cycle: u64, flow: usize, cycles: u64) {
        self.waiting.push_back(Delayed { flow, cycles, due: cycle + CYCLES });
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
