//! Events for the transmitter: limits that change, links that go up and down, neighbours that are
//! not ready for long, and whole periods without any event.

#[cfg(test)]
mod tests;

use tailback_model::link::flow_control::{
    FlowControlTransmitter, FlowControlTransmitterInputs, FlowControlTransmitterOutputs,
};
use tailback_spec::link::{Link, COUNTER_BITS};

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "flow-control-transmitter";

/// Golden model and stimulus of a transmitter.
pub fn bench(link: &Link) -> Box<dyn Bench> {
    let link = *link;
    let (lanes, period) = (link.virtual_lanes(), link.period_cycles());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{lanes} VLs, a period of {period} cycles"),
        move || FlowControlTransmitter::new(&link),
        move |seed| FlowControlTransmitterStimulus::new(&link, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of cycles in which the neighbour is ready.
    ready: Often,
    /// Rate of changes of a VL's limit.
    change: Often,
    /// Rate at which the link goes up or down.
    toggle: Often,
    reset: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(4).in_few_cycles(4);
const SOME: Often = Often::each_cycle(2);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of ready, of changes of limits, and of changes of the link.
const KINDS: [[Often; 3]; 9] = [
    // Only the period is a reason to send, with a fast and a slow neighbour.
    [ALL, NEVER, NEVER],
    [SOME, NEVER, NEVER],
    // A link in operation.
    [ALL, RARE, NEVER],
    [MOST, SOME, NEVER],
    // More packets are due than can be sent.
    [SOME, MOST, NEVER],
    [RARE, SOME, RARE],
    // The neighbour is never ready; limits change, and change back.
    [NEVER, SOME, RARE],
    // The link goes up and down.
    [MOST, RARE, SOME],
    [ALL, NEVER, RARE],
];

/// Largest number of virtual lanes of a link.
const MOST_LANES: usize = *Link::VIRTUAL_LANES.end() as usize;

/// Constrained-random limits and readiness of the neighbour.
pub struct FlowControlTransmitterStimulus {
    random: Random,
    phase: Phase,
    lanes: usize,
    period: u64,
    active: bool,
    /// Earlier limit of each VL.
    old: [u32; MOST_LANES],
}

impl FlowControlTransmitterStimulus {
    /// Stimulus from `seed`.
    pub fn new(link: &Link, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let period = link.period_cycles() as u64;
        FlowControlTransmitterStimulus {
            phase: Phase::any(&mut random, period),
            random,
            lanes: link.virtual_lanes(),
            period,
            active: false,
            old: Default::default(),
        }
    }

    /// Changes a limit in one bit or in many, or restores an earlier one.
    #[inline]
    fn change(&mut self, vl: usize, fccl: &mut u32) {
        let old = std::mem::replace(&mut self.old[vl], *fccl);
        *fccl = match self.random.below(4) {
            0 => old,
            1 => any_number(&mut self.random, COUNTER_BITS),
            _ => *fccl ^ 1 << self.random.below(COUNTER_BITS as u64),
        };
    }
}

impl Phase {
    fn any(random: &mut Random, period: u64) -> Self {
        let [ready, change, toggle] = one_of(random, &KINDS);
        let quiet = change == NEVER && toggle == NEVER;
        let longest = match random.below(4) {
            0 if quiet => 3 * period,
            0 | 1 => 8,
            _ => 64,
        };
        let often = ALL.in_few_cycles(5);
        Phase {
            ready,
            change,
            toggle,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            cycles: 1 + random.below(longest),
        }
    }
}

impl Stimulus<FlowControlTransmitterInputs, FlowControlTransmitterOutputs>
    for FlowControlTransmitterStimulus
{
    #[inline]
    fn drive(
        &mut self,
        _: &FlowControlTransmitterOutputs,
        step: &mut Step<FlowControlTransmitterInputs>,
    ) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.period);
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        for counters in [&mut inputs.fctbs, &mut inputs.fccl] {
            counters.extend((counters.len()..self.lanes).map(|_| 0));
        }
        // Only one counter changes per cycle; if all did, a mix-up of VLs would go unnoticed.
        let sending = self.random.below(self.lanes as u64) as usize;
        inputs.fctbs[sending] = any_number(&mut self.random, COUNTER_BITS);
        let changes = self.random.events(self.phase.change);
        if changes != 0 {
            for vl in (0..self.lanes).filter(|vl| changes >> vl & 1 != 0) {
                self.change(vl, &mut inputs.fccl[vl]);
            }
        }
        self.active ^= happens(&mut self.random, self.phase.toggle);
        inputs.active = self.active;
        inputs.ready = happens(&mut self.random, self.phase.ready);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
