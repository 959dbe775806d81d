//! Traffic for the two counting policies: legal most of the time, and all corner cases.

use tailback_model::switch::marking::{CountingInputs, CountingOutputs};
use tailback_spec::switch::marking::{Marking, Policy};

use super::phase::Phase;
use crate::harness::{Step, Stimulus};
use crate::random::{Often, Random};

/// Rate of resets during a run, in any state and together with any event.
const RESET: Often = Often::each_cycle(16).in_few_cycles(12);

/// Waiting packets, as the stimulus sent them.
struct Waiting {
    /// One counter per output, in bit planes: bit *j* of plane *b* is bit *b* of output *j*'s
    /// counter. A cycle then costs the same for 2 and for 36 outputs.
    planes: Vec<u64>,
    /// Outputs with waiting packets, one bit each.
    some: u64,
    /// Waiting packets for all outputs.
    total: u32,
}

/// Constrained-random events for a switch's output ports.
pub struct CountingStimulus {
    random: Random,
    phase: Phase,
    waiting: Waiting,
    ports: usize,
    capacity: usize,
    /// Level around which a phase may hover: the policy's threshold, or half of the capacity.
    threshold: u32,
}

impl CountingStimulus {
    /// Stimulus from `seed`.
    pub fn new(marking: &Marking, seed: u64) -> Self {
        let (ports, capacity) = (marking.ports(), marking.capacity());
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, ports, capacity, marking.counter_bits());
        let planes = vec![0; marking.counter_bits()];
        let threshold = match marking.policy() {
            Policy::InputOutputTriggered { output_threshold, .. } => output_threshold,
            Policy::InputTriggered | Policy::Naive => capacity as u32 / 2,
        };
        let waiting = Waiting { planes, some: 0, total: 0 };
        CountingStimulus { random, phase, waiting, ports, capacity, threshold }
    }

    /// Whether the phase may have illegal events.
    #[cfg(test)]
    pub(super) fn is_lawless(&self) -> bool {
        self.phase.lawless
    }

    /// Starts the next phase; returns whether a reset must precede it, because the previous phase
    /// had illegal events.
    #[cold]
    fn next_phase(&mut self) -> bool {
        let lawless = self.phase.lawless;
        let bits = self.waiting.planes.len();
        self.phase = Phase::any(&mut self.random, self.ports, self.capacity, bits);
        lawless && !self.phase.lawless
    }

    /// Lets packets arrive only at outputs up to the threshold, and leave only those above.
    #[cold]
    fn hover(&self, last: &CountingOutputs, enqueue: &mut u64, dequeue: &mut u64) {
        let above = last.waiting.iter().enumerate().fold(0, |above, (output, &waiting)| {
            above | u64::from(waiting > self.threshold) << output
        });
        *enqueue &= !above;
        *dequeue &= above;
    }
}

impl Stimulus<CountingInputs, CountingOutputs> for CountingStimulus {
    #[inline]
    fn drive(&mut self, last: &CountingOutputs, step: &mut Step<CountingInputs>) {
        step.reset = match self.phase.cycles {
            0 => self.next_phase(),
            _ => self.random.events(RESET) != 0,
        };
        self.phase.cycles -= 1;
        let Phase { lanes, lawless, .. } = self.phase;
        let mut enqueue = self.random.events(self.phase.enqueue) & lanes;
        let mut dequeue = self.random.events(self.phase.dequeue) & lanes;
        if self.phase.hover {
            self.hover(last, &mut enqueue, &mut dequeue);
        }
        if !lawless {
            dequeue &= self.waiting.some;
            enqueue = self.waiting.fitting(enqueue, self.capacity as u32);
        }
        let leaving = self.random.events(self.phase.transmit) & dequeue;
        let cut_through = self.random.events(self.phase.cut_through) & lanes;
        let trigger = self.random.events(self.phase.trigger) & lanes;
        step.inputs = CountingInputs { enqueue, dequeue, transmit: leaving | cut_through, trigger };
        self.waiting.count(enqueue & !dequeue, dequeue & !enqueue);
        if step.reset {
            self.waiting.clear();
        }
    }
}

impl Waiting {
    /// Arriving packets, reduced to as many as fit into the switch.
    #[inline]
    fn fitting(&self, mut enqueue: u64, capacity: u32) -> u64 {
        // Above the capacity, no packet fits until the next reset.
        let room = capacity.saturating_sub(self.total);
        if room >= u64::BITS {
            return enqueue;
        }
        while enqueue.count_ones() > room {
            enqueue &= enqueue - 1;
        }
        enqueue
    }

    /// Counts up and down, for different outputs.
    #[inline]
    fn count(&mut self, up: u64, down: u64) {
        let mut carry = up | down;
        self.some = 0;
        for plane in &mut self.planes {
            // Counting up, a 1 carries; counting down, a 0 borrows.
            let next = carry & (*plane ^ down);
            *plane ^= carry;
            carry = next;
            self.some |= *plane;
        }
        self.total = self.total.wrapping_add(up.count_ones()).wrapping_sub(down.count_ones());
    }

    fn clear(&mut self) {
        self.planes.fill(0);
        (self.some, self.total) = (0, 0);
    }
}
