//! Traffic for the naive policy: packets occupy slots of input buffers and leave them.

use tailback_model::switch::marking::{NaiveInputs, NaiveOutputs};
use tailback_spec::switch::marking::Marking;
use tailback_spec::Lanes;

use super::phase::Phase;
use crate::harness::{Step, Stimulus};
use crate::random::{Often, Random};

/// Rate of resets during a run, in any state and together with any event.
const RESET: Often = Often::each_cycle(16).in_few_cycles(12);

/// Constrained-random events for a switch's input ports.
pub struct NaiveStimulus {
    random: Random,
    phase: Phase,
    /// Occupied slots of each input, one bit each.
    taken: Vec<u64>,
    /// All slots of an input, one bit each.
    slots: u64,
    /// Highest number that a slot port can carry.
    highest: u32,
    packets_per_input: usize,
}

impl NaiveStimulus {
    /// Stimulus from `seed`.
    pub fn new(marking: &Marking, seed: u64) -> Self {
        let packets_per_input = marking.packets_per_input();
        let mut random = Random::new(seed);
        NaiveStimulus {
            phase: Phase::any(&mut random, marking.ports(), packets_per_input, marking.slot_bits()),
            random,
            taken: vec![0; marking.ports()],
            slots: u64::MAX >> (64 - packets_per_input),
            highest: (1 << marking.slot_bits()) - 1,
            packets_per_input,
        }
    }

    /// Occupied slots of an input, one bit each.
    #[cfg(test)]
    pub(super) fn taken(&self, input: usize) -> u64 {
        self.taken[input]
    }

    /// Random slot numbers, including ones without a slot, for inputs without an event or in
    /// illegal phases.
    fn any_slots(&mut self, numbers: &mut Lanes) {
        const BITS: usize = 8;
        let mut bits = 0;
        for (input, number) in numbers.iter_mut().enumerate() {
            bits = if input % (64 / BITS) == 0 { self.random.bits() } else { bits >> BITS };
            *number = bits as u32 & self.highest;
        }
    }

    /// Writes a legal slot for each event into `numbers`; returns the events that have one.
    fn legal_slots(&mut self, events: u64, free: bool, numbers: &mut Lanes) -> u64 {
        let mut legal = 0;
        let mut left = events;
        while left != 0 {
            let input = left.trailing_zeros() as usize;
            left &= left - 1;
            let possible = if free { self.slots & !self.taken[input] } else { self.taken[input] };
            if possible != 0 {
                // A random one of the possible slots.
                let turn = numbers[input] & 63;
                let slot = (possible.rotate_right(turn).trailing_zeros() + turn) & 63;
                numbers[input] = slot;
                self.taken[input] ^= 1 << slot;
                legal |= 1 << input;
            }
        }
        legal
    }
}

impl Stimulus<NaiveInputs, NaiveOutputs> for NaiveStimulus {
    #[inline]
    fn drive(&mut self, _: &NaiveOutputs, step: &mut Step<NaiveInputs>) {
        let ports = self.taken.len();
        if self.phase.cycles == 0 {
            let slot_bits = (u32::BITS - self.highest.leading_zeros()) as usize;
            self.phase = Phase::any(&mut self.random, ports, self.packets_per_input, slot_bits);
        }
        self.phase.cycles -= 1;
        let Phase { lanes, lawless, .. } = self.phase;
        let inputs = &mut step.inputs;
        for numbers in [&mut inputs.enqueue_slot, &mut inputs.transmit_slot] {
            numbers.extend((numbers.len()..ports).map(|_| 0));
        }
        self.any_slots(&mut inputs.enqueue_slot);
        self.any_slots(&mut inputs.transmit_slot);
        inputs.transmit = self.random.events(self.phase.dequeue) & lanes;
        inputs.enqueue = self.random.events(self.phase.enqueue) & lanes;
        inputs.trigger = self.random.events(self.phase.trigger) & lanes;
        if !lawless {
            // A slot that becomes free in a cycle can be occupied in the same cycle.
            inputs.transmit = self.legal_slots(inputs.transmit, false, &mut inputs.transmit_slot);
            inputs.enqueue = self.legal_slots(inputs.enqueue, true, &mut inputs.enqueue_slot);
        }
        step.reset = self.random.events(RESET) != 0;
        if step.reset {
            self.taken.fill(0);
            if self.random.below(2) == 0 {
                self.phase = self.phase.after_reset(ports);
            }
        }
    }
}
