//! Frames for the generation of the FCS: any length, gaps anywhere, and a MAC that stalls.

#[cfg(test)]
mod tests;

use tailback_model::efl::fcs::{EflFcsAppend, EflFcsAppendInputs, EflFcsAppendOutputs};
use tailback_spec::efl::Efl;

use super::length;
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "efl-fcs-append";

/// Golden model and stimulus of the generation of the FCS.
pub fn bench(_: &Efl) -> Box<dyn Bench> {
    let variant = "64 bits".into();
    Box::new(BlockBench::new(BLOCK, variant, EflFcsAppend::new, EflFcsAppendStimulus::new))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of beats.
    beat: Often,
    /// Rate of cycles in which the MAC is ready.
    ready: Often,
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
            ready: one_of(random, &[ALL, ALL, MOST, SOME]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, seldom]),
            cycles: 1 + random.below(512),
        }
    }
}

/// Constrained-random frames.
pub struct EflFcsAppendStimulus {
    random: Random,
    phase: Phase,
    beats: Beats,
}

impl EflFcsAppendStimulus {
    /// Stimulus from `seed`.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        EflFcsAppendStimulus { phase: Phase::any(&mut random), random, beats: Beats::default() }
    }
}

impl Stimulus<EflFcsAppendInputs, EflFcsAppendOutputs> for EflFcsAppendStimulus {
    fn drive(&mut self, last: &EflFcsAppendOutputs, step: &mut Step<EflFcsAppendInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        let (random, inputs) = (&mut self.random, &mut step.inputs);
        // A beat is offered until it is accepted, or until a reset.
        let waits = inputs.s_tvalid && !last.s_tready && !step.reset;
        if step.reset && random.below(2) == 0 {
            self.beats.begin();
        }
        if !waits {
            inputs.s_tvalid = happens(random, self.phase.beat);
            if inputs.s_tvalid && self.beats.is_over() {
                let length = length(random);
                append_noise(self.beats.begin(), length, random);
            }
            let beat = if inputs.s_tvalid { self.beats.next(random) } else { None };
            let beat = beat.unwrap_or_else(|| Beat::noise(random));
            (inputs.s_tdata, inputs.s_tkeep, inputs.s_tlast) = (beat.data, beat.keep, beat.last);
        }
        inputs.m_tready = happens(random, self.phase.ready);
        step.reset = happens(random, self.phase.reset);
    }
}
