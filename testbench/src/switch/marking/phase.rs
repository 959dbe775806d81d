//! What the traffic of a while is like.

use crate::random::{Often, Random};

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Packets arrive.
    pub enqueue: Often,
    /// Waiting packets leave.
    pub dequeue: Often,
    /// Of the packets that leave, those that are transmitted; the others are discarded.
    pub transmit: Often,
    /// Packets are transmitted that never waited.
    pub cut_through: Often,
    /// Buffers become full.
    pub trigger: Often,
    /// Lanes that take part.
    pub lanes: u64,
    /// Whether packets leave only lanes that are above the threshold and arrive only at others.
    pub hover: bool,
    /// Whether events happen that no switch would cause. What they do is defined all the same,
    /// because counters wrap around.
    pub lawless: bool,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(6);
const SELDOM: Often = Often::each_cycle(8).in_few_cycles(7);
const SOME: Often = Often::each_cycle(2);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Enqueue, dequeue, transmit, cut-through and trigger of each kind of traffic.
const KINDS: [[Often; 5]; 10] = [
    // Everything at once.
    [HALF, HALF, HALF, HALF, HALF],
    // A switch with some load.
    [SOME, SOME, ALL, SOME, RARE],
    // It fills up, and triggers again and again.
    [MOST, SOME, ALL, NEVER, SOME],
    // It fills up to the last slot and stays full.
    [ALL, RARE, ALL, NEVER, RARE],
    // It drains.
    [SOME, MOST, ALL, RARE, RARE],
    // It drains to the last packet and stays empty, but packets cut through.
    [RARE, ALL, ALL, HALF, RARE],
    // A packet leaves whenever one comes.
    [ALL, ALL, MOST, NEVER, RARE],
    // Packets are discarded.
    [HALF, HALF, NEVER, NEVER, SOME],
    // What is to be marked runs out: transmissions without a trigger.
    [HALF, NEVER, ALL, MOST, NEVER],
    // A trigger in each cycle.
    [HALF, HALF, ALL, HALF, ALL],
];

impl Phase {
    /// A kind of traffic for some of `lanes` lanes, for long enough that they fill up now and then,
    /// or that a counter with `counter_bits` bits wraps around.
    pub fn any(random: &mut Random, lanes: usize, capacity: usize, counter_bits: usize) -> Self {
        let all = u64::MAX >> (64 - lanes);
        let some = random.bits() & random.bits();
        let one = 1 << random.below(lanes as u64);
        let kind = KINDS[random.below(KINDS.len() as u64) as usize];
        let [enqueue, dequeue, transmit, cut_through, trigger] = kind;
        let longest = [8, 4 * capacity as u64][random.below(2) as usize];
        let phase = Phase {
            enqueue,
            dequeue,
            transmit,
            cut_through,
            trigger,
            lanes: all & [all, all, some | one, one][random.below(4) as usize],
            hover: false,
            lawless: random.below(16) == 0,
            cycles: 1 + random.below(longest),
        };
        match random.below(64) {
            0..8 => phase.hovering(one),
            8 => phase.running_away(random, counter_bits),
            _ => phase,
        }
    }

    /// Around the threshold of one lane: everywhere else, the switch would be full before.
    fn hovering(self, lane: u64) -> Self {
        let (enqueue, dequeue, lawless) = (MOST, MOST, false);
        Phase { enqueue, dequeue, lanes: lane, hover: true, lawless, ..self }
    }

    /// Asks for what a reset has left, before anything else overwrites it: slots that no packet has
    /// taken since.
    pub fn after_reset(self, lanes: usize) -> Self {
        const CYCLES: u64 = 8;
        let (enqueue, dequeue, trigger, lawless) = (RARE, ALL, NEVER, true);
        let (lanes, cycles) = (u64::MAX >> (64 - lanes), CYCLES);
        Phase { enqueue, dequeue, trigger, lawless, lanes, cycles, ..self }
    }

    /// Through all values of a counter, far more than the packets of a switch: what waits goes up
    /// in each cycle, and what is to be marked starts anywhere and goes down as fast.
    fn running_away(self, random: &mut Random, counter_bits: usize) -> Self {
        let (enqueue, dequeue) = (ALL, RARE);
        let (transmit, cut_through, trigger) = (ALL, MOST, SELDOM);
        let cycles = 1 + random.below(4 << counter_bits);
        let lawless = true;
        Phase { enqueue, dequeue, transmit, cut_through, trigger, lawless, cycles, ..self }
    }
}
