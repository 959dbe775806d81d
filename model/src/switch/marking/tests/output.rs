//! One output port of a [`Counting`] model, driven by hand.

use super::*;
use crate::{
    switch::marking::{Counting, CountingInputs},
    Golden,
};

/// Output port that is driven; not the first, so that a wrong bit is found.
const OUTPUT: usize = 2;

/// Events of one cycle, joined with `|`.
pub(super) const IDLE: u64 = 0;
pub(super) const ENQUEUE: u64 = 1 << 0;
pub(super) const DEQUEUE: u64 = 1 << 1;
pub(super) const TRANSMIT: u64 = 1 << 2;
pub(super) const TRIGGER: u64 = 1 << 3;
/// A packet that waited begins its transmission.
pub(super) const LEAVE: u64 = DEQUEUE | TRANSMIT;

/// A model and its driven output.
pub(super) struct Output(pub Counting);

impl Output {
    pub fn new(policy: Policy) -> Self {
        Output(Counting::new(&parameters(policy)))
    }

    pub fn input_triggered() -> Self {
        Self::new(Policy::InputTriggered)
    }

    /// An output trigger that fires with each packet above the threshold.
    pub fn above(output_threshold: u32) -> Self {
        let output_trigger = OutputTrigger::Above;
        Self::new(Policy::InputOutputTriggered { output_threshold, output_trigger })
    }

    /// An output trigger that fires only as the threshold is crossed.
    pub fn crossing(output_threshold: u32) -> Self {
        let output_trigger = OutputTrigger::Crossing;
        Self::new(Policy::InputOutputTriggered { output_threshold, output_trigger })
    }

    /// The output after `waiting` packets have arrived.
    pub fn holding(mut self, waiting: u32) -> Self {
        for _ in 0..waiting {
            self.cycle(ENQUEUE);
        }
        self
    }

    /// Runs one cycle; returns whether the packet that leaves is marked.
    pub fn cycle(&mut self, events: u64) -> bool {
        let port = |event| u64::from(events & event != 0) << OUTPUT;
        let before = self.counters();
        let outputs = self.0.cycle(&CountingInputs {
            enqueue: port(ENQUEUE),
            dequeue: port(DEQUEUE),
            transmit: port(TRANSMIT),
            trigger: port(TRIGGER),
        });
        assert_eq!(before, (outputs.waiting[OUTPUT], outputs.to_mark[OUTPUT]));
        assert_eq!(outputs.mark & !(1 << OUTPUT), 0);
        outputs.mark != 0
    }

    /// Runs several cycles with the same events; returns for each whether the packet that leaves is
    /// marked.
    pub fn cycles(&mut self, count: usize, events: u64) -> Vec<bool> {
        (0..count).map(|_| self.cycle(events)).collect()
    }

    /// `waiting` and `to_mark`: the papers' *cnt1* and *cnt2*.
    pub fn counters(&self) -> (u32, u32) {
        (self.0.waiting[OUTPUT], self.0.to_mark[OUTPUT])
    }
}
