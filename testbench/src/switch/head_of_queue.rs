//! Queues that wait for long, are served in between, and expire.

#[cfg(test)]
mod tests;

use tailback_model::switch::head_of_queue::{HeadOfQueue, HeadOfQueueInputs, HeadOfQueueOutputs};
use tailback_spec::switch::head_of_queue::{HeadOfQueue as Parameters, CODE_BITS};
use tailback_spec::Lanes;

use super::port::{any_bits, variant};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "head-of-queue";

/// Golden model and stimulus of the Head-of-Queue Life limits.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{}, unit of {} cycles", variant(parameters.port()), parameters.unit_cycles()),
        move || HeadOfQueue::new(&parameters),
        move |seed| HeadOfQueueStimulus::new(&parameters, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate at which a queue lacks credits.
    stalled: Often,
    /// Rate of packets that start, for each output port.
    starts: Often,
    /// Rate at which a limit changes.
    limits: Often,
    /// Exclusive upper limit for the codes of new limits.
    codes: u64,
    reset: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(1).in_few_cycles(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Constrained-random packets that wait and start.
pub struct HeadOfQueueStimulus {
    random: Random,
    phase: Phase,
    parameters: Parameters,
    limit: Lanes,
}

impl HeadOfQueueStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, parameters);
        let limit = std::iter::repeat_n(0, parameters.port().ports()).collect();
        HeadOfQueueStimulus { random, phase, parameters: *parameters, limit }
    }
}

impl Phase {
    fn any(random: &mut Random, parameters: &Parameters) -> Self {
        const CODES: u64 = 1 << CODE_BITS;
        let limit = parameters.limit_cycles(0).unwrap_or(1);
        let cycles = one_of(random, &[64, limit, 2 * limit, 8 * limit]);
        Phase {
            stalled: one_of(random, &[ALL, ALL, MOST, SOME, NEVER]),
            starts: one_of(random, &[NEVER, RARE, RARE, SOME]),
            limits: one_of(random, &[NEVER, NEVER, RARE]),
            codes: one_of(random, &[1, 2, 3, 3, CODES]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: 1 + random.below(cycles),
        }
    }
}

impl Stimulus<HeadOfQueueInputs, HeadOfQueueOutputs> for HeadOfQueueStimulus {
    fn drive(&mut self, _: &HeadOfQueueOutputs, step: &mut Step<HeadOfQueueInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.parameters);
        }
        self.phase.cycles -= 1;
        let (random, phase, port) = (&mut self.random, self.phase, self.parameters.port());
        let (ports, lanes) = (port.ports(), port.lanes());
        if happens(random, phase.limits) {
            let output = random.below(ports as u64) as usize;
            self.limit[output] = random.below(phase.codes) as u32;
        }
        let mut below = |limit: usize| random.below(limit as u64) as u32;
        let mut inputs = HeadOfQueueInputs {
            limit: self.limit.clone(),
            destination: (0..ports).map(|_| below(ports)).collect(),
            lane: (0..ports).map(|_| below(lanes)).collect(),
            source: (0..ports).map(|_| below(ports)).collect(),
            ..Default::default()
        };
        inputs.stalled = any_bits(random, port.buffer().queues(), phase.stalled);
        // Each packet that starts has an input port and an output port of its own.
        let begins = random.events(phase.starts);
        for output in (0..ports).filter(|output| begins >> output & 1 != 0) {
            let input = random.below(ports as u64) as usize;
            if inputs.start >> input & 1 == 0 {
                inputs.start |= 1 << input;
                inputs.begins |= 1 << output;
                (inputs.destination[input], inputs.source[output]) = (output as u32, input as u32);
            }
        }
        step.inputs = inputs;
        step.reset = happens(random, phase.reset);
    }
}
