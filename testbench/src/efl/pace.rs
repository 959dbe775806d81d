//! Requests and changes of paces, often of the same flow in neighbouring cycles.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::efl::pace::{EflPace, EflPaceInputs, EflPaceOutputs};
use tailback_spec::efl::{
    pace::{MANTISSA_BITS, SIZE_BITS},
    rate::{PROBE_BITS, TIME_BITS},
    Efl,
};

use self::phase::Phase;
use super::flows::Flows;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "efl-pace";
/// Cycles from a request to the next one, and from a pace of a flow to its next one.
const APART: u64 = 4;
/// Exponents of a pace.
const LEAST_EXPONENT: u64 = 4;
const EXPONENTS: u64 = 40;

/// Golden model and stimulus of pacing.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    Box::new(BlockBench::new(
        BLOCK,
        super::number_of_flows(&efl),
        move || EflPace::new(&efl),
        move |seed| EflPaceStimulus::new(&efl, seed),
    ))
}

/// Constrained-random requests and paces.
pub struct EflPaceStimulus {
    random: Random,
    phase: Phase,
    flows: Flows,
    /// Last group of each flow for which there was a pace.
    groups: Vec<u64>,
    /// Cycle from which each flow may get another pace.
    paced_from: Vec<u64>,
    /// Cycle from which there may be a request.
    request_from: u64,
    /// Flow of the last pace or request.
    recent: u64,
    /// Number of the next cycle.
    cycle: u64,
    was_reset: bool,
}

impl EflPaceStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        EflPaceStimulus {
            phase: Phase::any(&mut random, efl),
            random,
            flows: Flows::all(efl.flows()),
            groups: vec![0; efl.flows()],
            paced_from: vec![0; efl.flows()],
            request_from: 0,
            recent: 0,
            cycle: 0,
            was_reset: true,
        }
    }

    /// The flow of the last event, or any one in use.
    fn flow(&mut self) -> u64 {
        match happens(&mut self.random, self.phase.recent) {
            true => self.recent,
            false => self.flows.any(&mut self.random),
        }
    }

    /// A mantissa and an exponent.
    fn pace(&mut self) -> (u64, u64) {
        let any = LEAST_EXPONENT + self.random.below(EXPONENTS);
        let last = LEAST_EXPONENT + EXPONENTS - 1;
        // The intervals of the longest packets reach their limit with the least exponents.
        let exponent = one_of(&mut self.random, &[any, any, 8 + any % 16, LEAST_EXPONENT, last]);
        (any_number(&mut self.random, MANTISSA_BITS as usize).into(), exponent)
    }

    /// Settings, and their paces.
    fn settings(&mut self, inputs: &mut EflPaceInputs) {
        let any = self.random.bits();
        (inputs.set_probes, inputs.set_delays) = (any & 1 != 0, any & 2 != 0);
        inputs.set_probe_packets =
            u64::from(any_number(&mut self.random, PROBE_BITS as usize)).max(1);
        (inputs.initial_mantissa, inputs.initial_exponent) = self.pace();
        (inputs.minimum_mantissa, inputs.minimum_exponent) = self.pace();
        (inputs.maximum_mantissa, inputs.maximum_exponent) = self.pace();
    }

    /// The pace of a flow changes; also while memories are cleared, which ignore that.
    fn change(&mut self, inputs: &mut EflPaceInputs) {
        inputs.paced_flow = self.flow();
        let flow = inputs.paced_flow as usize;
        let may = self.cycle >= self.paced_from[flow];
        inputs.paced = may && happens(&mut self.random, self.phase.paced);
        let any = self.random.bits();
        inputs.paced_group = self.group(flow);
        (inputs.paced_known, inputs.paced_void) = (any & 1 != 0, any & 6 == 0);
        (inputs.paced_mantissa, inputs.paced_exponent) = self.pace();
        if inputs.paced {
            (self.paced_from[flow], self.recent) = (self.cycle + APART, flow as u64);
            self.groups[flow] = inputs.paced_group;
        }
    }

    /// The group of a flow, or one that differs in a bit, or any one.
    fn group(&mut self, flow: usize) -> u64 {
        let (group, any) = (self.groups[flow], self.random.bits());
        match happens(&mut self.random, self.phase.current) {
            true => group,
            false => one_of(&mut self.random, &[any & 0xFF, group ^ 1 << (any & 7)]),
        }
    }

    /// A packet starts.
    fn request(&mut self, last: &EflPaceOutputs, inputs: &mut EflPaceInputs) {
        let may = self.cycle >= self.request_from && !last.sweeping && !self.was_reset;
        inputs.request = may && happens(&mut self.random, self.phase.request);
        inputs.request_flow = self.flow();
        inputs.request_group = self.group(inputs.request_flow as usize);
        let any = u64::from(any_number(&mut self.random, TIME_BITS as usize));
        let count = inputs.set_probe_packets;
        inputs.request_sent =
            one_of(&mut self.random, &[0, count - 1, count, count + 1, any, any | 0x100]);
        inputs.request_size = any_number(&mut self.random, SIZE_BITS as usize).into();
        if inputs.request {
            (self.request_from, self.recent) = (self.cycle + APART, inputs.request_flow);
        }
    }
}

impl Stimulus<EflPaceInputs, EflPaceOutputs> for EflPaceStimulus {
    fn drive(&mut self, last: &EflPaceOutputs, step: &mut Step<EflPaceInputs>) {
        if self.phase.cycles == 0 {
            self.phase = self.phase.next(&mut self.random);
            self.flows.change(&mut self.random);
            self.settings(&mut step.inputs);
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        if self.cycle == 0 || happens(&mut self.random, self.phase.settings) {
            self.settings(inputs);
        }
        self.change(inputs);
        self.request(last, inputs);
        step.reset = happens(&mut self.random, self.phase.reset);
        self.was_reset = step.reset;
        self.cycle += 1;
    }
}
