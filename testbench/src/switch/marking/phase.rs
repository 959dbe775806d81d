//! Phases of the stimulus of the marking module.

use crate::random::{Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of arriving packets.
    pub enqueue: Often,
    /// Rate of waiting packets that leave.
    pub dequeue: Often,
    /// Rate at which a leaving packet is transmitted; the others are discarded.
    pub transmit: Often,
    /// Rate of transmitted packets that never waited.
    pub cut_through: Often,
    /// Rate at which buffers become full.
    pub trigger: Often,
    /// Active ports.
    pub lanes: u64,
    /// Whether packets leave only queues above the threshold, and arrive only at others.
    pub hover: bool,
    /// Whether there may be events that no switch causes. The behaviour is still defined, because
    /// counters wrap around.
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

/// Rates of enqueue, dequeue, transmit, cut-through and trigger of each kind of traffic.
const KINDS: [[Often; 5]; 10] = [
    // Everything at once.
    [HALF, HALF, HALF, HALF, HALF],
    // A switch with some load.
    [SOME, SOME, ALL, SOME, RARE],
    // The buffers fill up, with frequent triggers.
    [MOST, SOME, ALL, NEVER, SOME],
    // The buffers fill up to the last slot and stay full.
    [ALL, RARE, ALL, NEVER, RARE],
    // The buffers drain.
    [SOME, MOST, ALL, RARE, RARE],
    // The buffers drain to the last packet and stay empty, but packets cut through.
    [RARE, ALL, ALL, HALF, RARE],
    // A packet leaves whenever one enters.
    [ALL, ALL, MOST, NEVER, RARE],
    // Packets are discarded.
    [HALF, HALF, NEVER, NEVER, SOME],
    // No packets left to mark: transmissions without a trigger.
    [HALF, NEVER, ALL, MOST, NEVER],
    // A trigger in each cycle.
    [HALF, HALF, ALL, HALF, ALL],
];

impl Phase {
    /// A random phase for some of `lanes` ports, sometimes long enough to fill the buffers, or for
    /// a counter of `counter_bits` bits to wrap around.
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

    /// Around the threshold of one output. With several outputs, the switch would be full before
    /// any reaches its threshold.
    fn hovering(self, lane: u64) -> Self {
        let (enqueue, dequeue, lawless) = (MOST, MOST, false);
        Phase { enqueue, dequeue, lanes: lane, hover: true, lawless, ..self }
    }

    /// Reads the state that a reset has left, before other events overwrite it: slots that no
    /// packet has occupied since.
    pub fn after_reset(self, lanes: usize) -> Self {
        const CYCLES: u64 = 8;
        let (enqueue, dequeue, trigger, lawless) = (RARE, ALL, NEVER, true);
        let (lanes, cycles) = (u64::MAX >> (64 - lanes), CYCLES);
        Phase { enqueue, dequeue, trigger, lawless, lanes, cycles, ..self }
    }

    /// Crosses all values of a counter, far beyond the packets of a switch: the number of waiting
    /// packets increases in each cycle, and the number of packets to mark starts anywhere and
    /// decreases as fast.
    fn running_away(self, random: &mut Random, counter_bits: usize) -> Self {
        let (enqueue, dequeue) = (ALL, RARE);
        let (transmit, cut_through, trigger) = (ALL, MOST, SELDOM);
        let cycles = 1 + random.below(4 << counter_bits);
        let lawless = true;
        Phase { enqueue, dequeue, transmit, cut_through, trigger, lawless, cycles, ..self }
    }
}
