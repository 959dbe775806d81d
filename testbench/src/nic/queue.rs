//! Events for the queue of a NIC: bursts that fill it, and slow and fast consumers.

#[cfg(test)]
mod tests;

use tailback_model::nic::queue::{EventQueue, EventQueueInputs, EventQueueOutputs};
use tailback_spec::nic::queue as spec;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "event-queue";

/// Golden model and stimulus of a queue.
pub fn bench(queue: &spec::EventQueue) -> Box<dyn Bench> {
    let queue = *queue;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} places, flows of {} bits", queue.places(), queue.flow_bits()),
        move || EventQueue::new(&queue),
        move |seed| EventQueueStimulus::new(&queue, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    put: Often,
    take: Often,
    reset: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(2);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates at which events are put and taken.
const KINDS: [[Often; 2]; 10] = [
    [ALL, ALL],
    [MOST, ALL],
    [SOME, ALL],
    [FEW, MOST],
    // Fluctuating around any level.
    [HALF, HALF],
    [MOST, MOST],
    // The queue fills.
    [ALL, NEVER],
    [MOST, SOME],
    // The queue empties.
    [NEVER, ALL],
    [FEW, ALL],
];

impl Phase {
    fn any(queue: &spec::EventQueue, random: &mut Random) -> Self {
        const SHORT: u64 = 64;
        // Long enough to fill the queue.
        let long = 2 * queue.places() as u64 + SHORT;
        let [put, take] = one_of(random, &KINDS);
        let longest = one_of(random, &[SHORT, SHORT, long]);
        let often = ALL.in_few_cycles(6);
        Phase {
            put,
            take,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            cycles: 1 + random.below(longest),
        }
    }
}

/// Constrained-random events.
pub struct EventQueueStimulus {
    random: Random,
    phase: Phase,
    queue: spec::EventQueue,
}

impl EventQueueStimulus {
    /// Stimulus from `seed`.
    pub fn new(queue: &spec::EventQueue, seed: u64) -> Self {
        let mut random = Random::new(seed);
        EventQueueStimulus { phase: Phase::any(queue, &mut random), random, queue: *queue }
    }
}

impl Stimulus<EventQueueInputs, EventQueueOutputs> for EventQueueStimulus {
    #[inline]
    fn drive(&mut self, _: &EventQueueOutputs, step: &mut Step<EventQueueInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&self.queue, &mut self.random);
        }
        self.phase.cycles -= 1;
        let (inputs, any) = (&mut step.inputs, self.random.bits());
        inputs.put = happens(&mut self.random, self.phase.put);
        inputs.put_flow = any & ((1 << self.queue.flow_bits()) - 1);
        inputs.put_kind = any >> 32 & ((1 << self.queue.kind_bits()) - 1);
        inputs.take = happens(&mut self.random, self.phase.take);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
