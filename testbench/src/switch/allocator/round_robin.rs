//! Requests for the round-robin allocator: virtual output queues behind busy ports, requests that
//! wait, requests that are withdrawn, and patterns in which few can be granted.

#[cfg(test)]
mod tests;

use tailback_model::switch::allocator::round_robin::{
    RoundRobinAllocator, RoundRobinAllocatorInputs, RoundRobinAllocatorOutputs,
};
use tailback_spec::switch::allocator::round_robin::RoundRobin;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "round-robin-allocator";

/// Golden model and stimulus of a round-robin allocator.
pub fn bench(allocator: &RoundRobin) -> Box<dyn Bench> {
    let allocator = *allocator;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} ports", allocator.ports()),
        move || RoundRobinAllocator::new(&allocator),
        move |seed| RoundRobinAllocatorStimulus::new(&allocator, seed),
    ))
}

/// Behaviour of a request that is not granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stays {
    /// Waits until granted; withheld in the cycle after a grant of its input or output.
    UntilGranted,
    /// Waits, but is withheld while its input or output sends the previous packet.
    BehindBusyPorts,
    /// Withdrawn at once.
    Never,
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of new packets, for each input and output.
    come: Often,
    stays: Stays,
    /// Rate at which ports become free again.
    free: Often,
    /// Active inputs.
    inputs: u64,
    /// Active outputs.
    outputs: u64,
    /// Each input requests only the output with its own number plus this offset; `None`: all active
    /// outputs.
    diagonal: Option<u32>,
    reset: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(1).in_few_cycles(2);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const ALL: Often = Often::ALWAYS;

/// Constrained-random requests.
pub struct RoundRobinAllocatorStimulus {
    random: Random,
    phase: Phase,
    ports: usize,
    /// For each input, the outputs for which packets wait.
    waiting: Vec<u64>,
    /// Inputs and outputs that are sending.
    busy: [u64; 2],
}

impl RoundRobinAllocatorStimulus {
    /// Stimulus from `seed`.
    pub fn new(allocator: &RoundRobin, seed: u64) -> Self {
        let (mut random, ports) = (Random::new(seed), allocator.ports());
        let phase = Phase::any(&mut random, ports);
        RoundRobinAllocatorStimulus { random, phase, ports, waiting: vec![0; ports], busy: [0; 2] }
    }

    /// Whether requests wait until granted.
    #[cfg(test)]
    fn withdraws_nothing(&self) -> bool {
        self.phase.stays == Stays::UntilGranted
    }
}

impl Phase {
    fn any(random: &mut Random, ports: usize) -> Self {
        let all = u64::MAX >> (64 - ports);
        let some = random.bits() & all;
        let lanes = |random: &mut Random| {
            let one = 1 << random.below(ports as u64);
            one_of(random, &[all, all, all, some | one, one])
        };
        let many = ports as u64;
        let (inputs, outputs) = (lanes(random), lanes(random));
        let longest = one_of(random, &[8, 8 * many, 128]);
        let any_diagonal = Some(random.below(many) as u32);
        Phase {
            come: one_of(random, &[RARE, FEW, SOME, HALF, ALL]),
            stays: one_of(random, &[Stays::UntilGranted, Stays::BehindBusyPorts, Stays::Never]),
            free: one_of(random, &[SOME, HALF]),
            inputs,
            outputs,
            diagonal: one_of(random, &[None, None, None, None, any_diagonal]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: 1 + random.below(longest),
        }
    }

    /// Outputs that an input may request.
    #[inline]
    fn wanted(&self, input: usize, ports: usize) -> u64 {
        let outputs = match self.diagonal {
            None => self.outputs,
            Some(more) => 1 << ((input + more as usize) % ports),
        };
        if self.inputs >> input & 1 != 0 {
            outputs
        } else {
            0
        }
    }
}

impl Stimulus<RoundRobinAllocatorInputs, RoundRobinAllocatorOutputs>
    for RoundRobinAllocatorStimulus
{
    #[inline]
    fn drive(
        &mut self,
        last: &RoundRobinAllocatorOutputs,
        step: &mut Step<RoundRobinAllocatorInputs>,
    ) {
        // Ports are busy in the cycle after a grant at least.
        let mut granted = [0, 0];
        for (input, (waiting, grant)) in self.waiting.iter_mut().zip(&last.grant).enumerate() {
            *waiting &= !grant;
            granted[0] |= u64::from(*grant != 0) << input;
            granted[1] |= grant;
        }
        if self.phase.cycles == 0 {
            // Each phase starts without the requests of the previous one, which seldom fit.
            self.phase = Phase::any(&mut self.random, self.ports);
            self.waiting.fill(0);
        }
        self.phase.cycles -= 1;
        for (busy, granted) in self.busy.iter_mut().zip(granted) {
            *busy = (*busy & !self.random.events(self.phase.free)) | granted;
        }
        let withheld = match self.phase.stays {
            Stays::BehindBusyPorts => self.busy,
            Stays::UntilGranted | Stays::Never => granted,
        };
        let request = &mut step.inputs.request;
        request.clear();
        for (input, waiting) in self.waiting.iter_mut().enumerate() {
            let come = self.random.events(self.phase.come) & self.phase.wanted(input, self.ports);
            *waiting = if self.phase.stays == Stays::Never { come } else { *waiting | come };
            let is_free = withheld[0] >> input & 1 == 0;
            request.push(if is_free { *waiting & !withheld[1] } else { 0 });
        }
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
