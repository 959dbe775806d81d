//! Requests for the guard: requests that are made and withdrawn, served at once, late or only when
//! urgent, and others that are served in their stead.

#[cfg(test)]
mod tests;

use tailback_model::switch::allocator::guard::{
    RequestGuard, RequestGuardInputs, RequestGuardOutputs,
};
use tailback_spec::switch::allocator::guard::Guard;
use tailback_spec::WideWord;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "request-guard";

/// Golden model and stimulus of a guard.
pub fn bench(guard: &Guard) -> Box<dyn Bench> {
    let guard = *guard;
    let (ports, lanes, patience) = (guard.ports(), guard.lanes(), guard.patience_cycles());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{ports} ports, {lanes} lanes, patience of {patience} cycles"),
        move || RequestGuard::new(&guard),
        move |seed| RequestGuardStimulus::new(&guard, seed),
    ))
}

/// Requests that are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Serves {
    /// Any allowed request.
    Allowed,
    /// Only the urgent request, or a single allowed one that looks like it.
    Urgent,
    /// Any queue, requested or not.
    Anything,
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of new requests of each queue.
    come: Often,
    /// Rate of withdrawn requests, as if credits were lacking.
    cease: Often,
    /// Rate at which inputs start a packet.
    serve: Often,
    serves: Serves,
    /// Queues that may have requests, at each input.
    queues: Queues,
    reset: Often,
    cycles: u64,
}

/// Queues that may have requests.
#[derive(Debug, Clone, Copy)]
enum Queues {
    All,
    /// A random subset.
    Some(u64),
    /// The first and the last queue.
    Ends,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(1).in_few_cycles(5);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const ALL: Often = Often::ALWAYS;

/// Rates of new, withdrawn and served requests.
const KINDS: [[Often; 3]; 8] = [
    // No or few requests: the guard moves on through all queues.
    [NEVER, ALL, NEVER],
    [RARE, HALF, SOME],
    // All queues request, and few are served.
    [ALL, NEVER, RARE],
    [ALL, NEVER, SOME],
    // All queues request, and are served.
    [ALL, RARE, HALF],
    [HALF, RARE, ALL],
    // Few queues request, and wait.
    [RARE, NEVER, FEW],
    [FEW, RARE, RARE],
];

/// Constrained-random requests.
pub struct RequestGuardStimulus {
    random: Random,
    phase: Phase,
    guard: Guard,
    /// Pending requests of each input.
    waiting: Vec<WideWord>,
}

impl RequestGuardStimulus {
    /// Stimulus from `seed`.
    pub fn new(guard: &Guard, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, guard);
        let words = std::iter::repeat_n(0, guard.queues().div_ceil(64));
        let waiting = vec![words.collect(); guard.ports()];
        RequestGuardStimulus { random, phase, guard: *guard, waiting }
    }

    /// Updates the pending requests.
    fn wait(&mut self) {
        let (queues, Phase { come, cease, .. }) = (self.guard.queues(), self.phase);
        for input in &mut self.waiting {
            for (index, word) in input.iter_mut().enumerate() {
                let may_come = self.phase.queues.word(index, queues);
                *word &= !self.random.events(cease);
                *word |= self.random.events(come) & may_come;
                *word &= all(index, queues);
            }
        }
    }

    /// Queue of which an input starts a packet, if it may. An allocator chooses among the requests
    /// allowed in the previous cycle.
    fn served(&mut self, input: usize, last: &RequestGuardOutputs) -> Option<u64> {
        let from = self.random.below(self.guard.queues() as u64) as usize;
        if self.phase.serves == Serves::Anything {
            return Some(from as u64);
        }
        let choice = last.allowed.get(input)?;
        if self.phase.serves == Serves::Urgent && !(last.urgent && bits(choice) == 1) {
            return None;
        }
        let is_set = |queue: &usize| choice[queue / 64] >> (queue % 64) & 1 != 0;
        let mut rotation = (from..self.guard.queues()).chain(0..from);
        rotation.find(is_set).map(|queue| queue as u64)
    }
}

/// Number of set bits.
fn bits(word: &WideWord) -> u32 {
    word.iter().map(|word| word.count_ones()).sum()
}

/// Mask of all queues in word `index`.
fn all(index: usize, queues: usize) -> u64 {
    u64::MAX >> (64 - (queues - 64 * index).min(64))
}

impl Queues {
    fn word(self, index: usize, queues: usize) -> u64 {
        let last = queues - 1;
        match self {
            Queues::All => u64::MAX,
            Queues::Some(bits) => bits.rotate_left(7 * index as u32),
            Queues::Ends => u64::from(index == 0) | u64::from(index == last / 64) << (last % 64),
        }
    }
}

impl Phase {
    fn any(random: &mut Random, guard: &Guard) -> Self {
        let [come, cease, serve] = one_of(random, &KINDS);
        let (places, patience) = ((guard.ports() * guard.queues()) as u64, guard.patience_cycles());
        // Long enough for the guard to move through all queues, or to reach its limit of patience a
        // few times.
        let longest = one_of(random, &[8, 2 * places, 4 * patience as u64 + 8]);
        let some = Queues::Some(random.bits() & random.bits());
        Phase {
            come,
            cease,
            serve,
            serves: one_of(random, &[Serves::Allowed, Serves::Urgent, Serves::Anything]),
            queues: one_of(random, &[Queues::All, some, Queues::Ends]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(6)]),
            cycles: 1 + random.below(longest),
        }
    }
}

impl Stimulus<RequestGuardInputs, RequestGuardOutputs> for RequestGuardStimulus {
    fn drive(&mut self, last: &RequestGuardOutputs, step: &mut Step<RequestGuardInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.guard);
        }
        self.phase.cycles -= 1;
        self.wait();
        let starts = self.random.events(self.phase.serve);
        let inputs = &mut step.inputs;
        inputs.serve = 0;
        inputs.serve_queue.clear();
        inputs.wants.clone_from(&self.waiting);
        for input in 0..self.guard.ports() {
            let queue = if starts >> input & 1 != 0 { self.served(input, last) } else { None };
            inputs.serve |= u64::from(queue.is_some()) << input;
            // Without a start, the queue may have any value.
            let any = self.random.below(1 << self.guard.queue_bits());
            inputs.serve_queue.push(queue.unwrap_or(any) as u32);
            if let Some(queue) = queue {
                self.waiting[input][queue as usize / 64] &= !(1 << (queue % 64));
            }
        }
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
