//! Frames for the check of the FCS: good and damaged ones of any length, and gaps anywhere.

#[cfg(test)]
mod tests;

use tailback_model::efl::fcs::{EflFcsCheck, EflFcsCheckInputs, EflFcsCheckOutputs};
use tailback_spec::{
    efl::Efl,
    wire::efl::fcs::{fcs, BYTES},
};

use super::length;
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "efl-fcs-check";

/// Golden model and stimulus of the check of the FCS.
pub fn bench(_: &Efl) -> Box<dyn Bench> {
    let variant = "64 bits".into();
    Box::new(BlockBench::new(BLOCK, variant, EflFcsCheck::new, EflFcsCheckStimulus::new))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of beats.
    beat: Often,
    /// Rate of damaged frames.
    damaged: Often,
    /// Rate of beats that are marked as bad.
    bad: Often,
    reset: Often,
    cycles: u64,
}

impl Phase {
    fn any(random: &mut Random) -> Self {
        const NEVER: Often = Often::NEVER;
        const SOME: Often = Often::each_cycle(4);
        const MOST: Often = Often::each_cycle(13);
        const ALL: Often = Often::ALWAYS;
        let seldom = ALL.in_few_cycles(6);
        Phase {
            beat: one_of(random, &[ALL, ALL, MOST, SOME]),
            damaged: one_of(random, &[NEVER, SOME, SOME, MOST]),
            bad: one_of(random, &[NEVER, SOME, MOST]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, seldom]),
            cycles: 1 + random.below(512),
        }
    }
}

/// Constrained-random frames.
pub struct EflFcsCheckStimulus {
    random: Random,
    phase: Phase,
    beats: Beats,
}

impl EflFcsCheckStimulus {
    /// Stimulus from `seed`.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        EflFcsCheckStimulus { phase: Phase::any(&mut random), random, beats: Beats::default() }
    }

    /// Makes a frame, good or with an error in one bit or in many.
    fn frame(&mut self) {
        let (random, bytes) = (&mut self.random, self.beats.begin());
        let length = length(random);
        if length < BYTES {
            append_noise(bytes, length, random);
            return;
        }
        append_noise(bytes, length - BYTES, random);
        let sequence = fcs(bytes);
        bytes.extend(sequence);
        if happens(random, self.phase.damaged) {
            let any = random.below(length as u64) as usize;
            let at = one_of(random, &[any, length - 1 - any % BYTES]);
            let bit = 1 << random.below(8);
            bytes[at] ^= one_of(random, &[bit, bit, 0xFF]);
        }
    }
}

impl Stimulus<EflFcsCheckInputs, EflFcsCheckOutputs> for EflFcsCheckStimulus {
    fn drive(&mut self, _: &EflFcsCheckOutputs, step: &mut Step<EflFcsCheckInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        // After a reset, what is left of a frame is another frame, or is not sent.
        if step.reset && self.random.below(2) == 0 {
            self.beats.begin();
        }
        let valid = happens(&mut self.random, self.phase.beat);
        if valid && self.beats.is_over() {
            self.frame();
        }
        let inputs = &mut step.inputs;
        inputs.rx_tvalid = valid;
        let beat = if valid { self.beats.next(&mut self.random) } else { None };
        let beat = beat.unwrap_or_else(|| Beat::noise(&mut self.random));
        (inputs.rx_tdata, inputs.rx_tkeep, inputs.rx_tlast) = (beat.data, beat.keep, beat.last);
        inputs.rx_tuser = happens(&mut self.random, self.phase.bad);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
