//! Packets for the FIFO allocator: a switch in operation, lists that fill up and drain, and queues
//! whose head is bypassed until the others wait for it.

mod shadow;
#[cfg(test)]
mod tests;

use tailback_model::switch::allocator::fifo::{
    FifoAllocator, FifoAllocatorInputs, FifoAllocatorOutputs,
};
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::BitLanes;

use self::shadow::Shadow;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "fifo-allocator";

/// Golden model and stimulus of a FIFO allocator.
pub fn bench(fifo: &Fifo) -> Box<dyn Bench> {
    let fifo = *fifo;
    let (inputs, lanes) = (fifo.inputs(), fifo.lanes());
    let (entries, bypasses) = (fifo.entries(), fifo.bypasses());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{inputs} ports, {lanes} lanes, {entries} packets, {bypasses} bypasses"),
        move || FifoAllocator::new(&fifo),
        move |seed| FifoAllocatorStimulus::new(&fifo, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of arriving packets.
    arrive: Often,
    /// Rates at which inputs and queues are free; in a switch, those at which ports that were
    /// sending become free again.
    free: [Often; 2],
    /// Whether ports are busy because of granted packets (a switch), or at random.
    is_switch: bool,
    /// Inputs of the arriving packets.
    inputs: Window,
    /// Queues of the arriving packets.
    queues: Window,
    /// An input that is always busy, and whose packets are ahead of others.
    blocked: Option<u64>,
    reset: Often,
    cycles: u64,
}

/// A range of ports, modulo their number.
#[derive(Debug, Clone, Copy)]
struct Window {
    first: u64,
    count: u64,
    all: u64,
}

impl Window {
    fn any(random: &mut Random, all: u64) -> Self {
        let count = one_of(random, &[all, all, 1, 2, 1 + all / 2]).min(all);
        Window { first: random.below(all), count, all }
    }

    #[inline]
    fn one(&self, random: &mut Random) -> u64 {
        let port = self.first + random.below(self.count);
        if port < self.all {
            port
        } else {
            port - self.all
        }
    }
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of arriving packets, free inputs and ready queues.
const KINDS: [[Often; 3]; 9] = [
    // A switch with a load within its capacity, and one beyond it.
    [SOME, HALF, HALF],
    [MOST, HALF, HALF],
    // The list fills up, and stays full while single packets leave.
    [ALL, NEVER, NEVER],
    [ALL, RARE, HALF],
    [ALL, HALF, RARE],
    // The list drains, from all entries or only from its head.
    [NEVER, HALF, HALF],
    [RARE, ALL, ALL],
    [NEVER, SOME, SOME],
    // All packets are granted at once.
    [HALF, ALL, ALL],
];

/// Constrained-random packets and free ports.
pub struct FifoAllocatorStimulus {
    random: Random,
    /// Reasons for queues not to be ready.
    causes: Random,
    phase: Phase,
    fifo: Fifo,
    inputs: u64,
    queues: u64,
    shadow: Shadow,
    free_inputs: u64,
    ready_queues: BitLanes,
}

impl FifoAllocatorStimulus {
    /// Stimulus from `seed`.
    pub fn new(fifo: &Fifo, seed: u64) -> Self {
        let (inputs, queues) = (fifo.inputs() as u64, fifo.queues() as u64);
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, fifo);
        FifoAllocatorStimulus {
            random,
            causes: Random::new(!seed),
            phase,
            fifo: *fifo,
            inputs,
            queues,
            shadow: Shadow::default(),
            free_inputs: 0,
            ready_queues: BitLanes::default(),
        }
    }

    /// Updates the ports that are free in the next cycle.
    #[inline]
    fn ports(&mut self, last: &FifoAllocatorOutputs) {
        let [often_input, often_queue] = self.phase.free;
        let (held_inputs, mut held_queues) = self.shadow.held(last);
        let freed = self.random.events(often_input);
        if self.phase.is_switch {
            self.free_inputs |= freed;
            if last.grant {
                self.free_inputs &= !(1 << last.grant_input);
                self.output_sends(last.grant_queue as usize);
            }
        } else {
            self.free_inputs = freed;
        }
        if let Some(input) = self.phase.blocked {
            self.free_inputs &= !(1 << input);
        }
        self.free_inputs &= u64::MAX >> (64 - self.inputs);
        self.free_inputs |= held_inputs;
        let mut left = self.queues;
        let words = self.ready_queues.words_mut().iter_mut();
        for (word, held) in words.zip(held_queues.words_mut()) {
            if left == 0 {
                break;
            }
            let ready = self.random.events(often_queue);
            let kept = if self.phase.is_switch { *word } else { 0 };
            *word = (kept | ready) & u64::MAX >> (64 - left.min(64)) | *held;
            left -= left.min(64);
        }
    }

    /// Makes some outputs without a ready queue busy, with or without credits.
    fn busy(&mut self, inputs: &mut FifoAllocatorInputs) {
        let lanes = self.fifo.lanes();
        let (busy, credits) = (self.causes.bits(), self.causes.bits());
        for output in 0..self.fifo.outputs() {
            let mut queues = output * lanes..(output + 1) * lanes;
            if busy >> output & 1 == 0 || queues.any(|queue| inputs.queue_ready.is_set(queue)) {
                continue;
            }
            inputs.output_busy |= 1 << output;
            let queues = output * lanes..(output + 1) * lanes;
            let with_credits = queues.filter(|queue| credits >> (queue % 64) & 1 != 0);
            with_credits.for_each(|queue| inputs.queue_ready.set(queue));
        }
    }

    /// Clears ready for all virtual lanes of the queue's output.
    fn output_sends(&mut self, queue: usize) {
        let lanes = self.fifo.lanes();
        let first = queue / lanes * lanes;
        (first..first + lanes).for_each(|queue| self.ready_queues.clear(queue));
    }
}

impl Phase {
    fn any(random: &mut Random, fifo: &Fifo) -> Self {
        let (inputs, queues) = (fifo.inputs() as u64, fifo.queues() as u64);
        let [arrive, input_free, queue_ready] = one_of(random, &KINDS);
        let longest = one_of(random, &[8, 32, 4 * fifo.entries() as u64]);
        let phase = Phase {
            arrive,
            free: [input_free, queue_ready],
            is_switch: random.below(2) == 0,
            inputs: Window::any(random, inputs),
            queues: Window::any(random, queues),
            blocked: None,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: 1 + random.below(longest),
        };
        match random.below(4) {
            0 => phase.bypassing(random, fifo.lanes() as u64),
            _ => phase,
        }
    }

    /// The heads of one or two queues, or of all virtual lanes of an output, wait for an input that
    /// stays busy, while packets from others bypass them.
    fn bypassing(self, random: &mut Random, lanes: u64) -> Self {
        /// More than the most bypasses, with pauses.
        const CYCLES: u64 = 128;
        let first = self.queues.first;
        let queues = match random.below(3) {
            0 => Window { first: first - first % lanes, count: lanes, ..self.queues },
            more => Window { count: more, ..self.queues },
        };
        Phase {
            arrive: MOST,
            free: [MOST, MOST],
            is_switch: false,
            inputs: Window { count: self.inputs.all, ..self.inputs },
            queues,
            blocked: Some(random.below(self.inputs.all)),
            cycles: 8 + random.below(CYCLES),
            ..self
        }
    }
}

impl Stimulus<FifoAllocatorInputs, FifoAllocatorOutputs> for FifoAllocatorStimulus {
    #[inline]
    fn drive(&mut self, last: &FifoAllocatorOutputs, step: &mut Step<FifoAllocatorInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.fifo);
        }
        self.phase.cycles -= 1;
        self.ports(last);
        let random = &mut self.random;
        step.inputs = FifoAllocatorInputs {
            arrive: happens(random, self.phase.arrive),
            arrive_input: self.phase.inputs.one(random),
            arrive_queue: self.phase.queues.one(random),
            input_free: self.free_inputs,
            output_busy: 0,
            queue_ready: self.ready_queues,
        };
        step.reset = happens(random, self.phase.reset);
        self.shadow.drive(&step.inputs, step.reset);
        self.busy(&mut step.inputs);
    }
}
