//! Phases of the stimulus of the response function.

use super::IN_USE;
use crate::random::{one_of, Often, Random};
use tailback_spec::nic::Nic;

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of ACKs.
    pub ack: Often,
    /// Rate at which an ACK is marked.
    pub marked: Often,
    /// Rate of look-ups.
    pub look_up: Often,
    /// Rate at which a look-up is for a flow that was idle.
    pub fresh: Often,
    /// Rate at which a flow is any, rather than one in use.
    pub any: Often,
    /// Number of flows in use.
    pub flows: usize,
    /// One flow recovers from the lowest rate.
    pub recovers: bool,
    /// Cycles left.
    pub cycles: u64,
    /// Cycles of a sweep.
    sweep: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(4).in_few_cycles(4);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of ACKs, of marks, of look-ups, and of idle flows in look-ups.
const KINDS: [[Often; 4]; 10] = [
    [ALL, NEVER, ALL, NEVER],
    [ALL, RARE, SOME, RARE],
    [ALL, FEW, MOST, NEVER],
    [ALL, SOME, ALL, FEW],
    [MOST, FEW, MOST, RARE],
    [MOST, SOME, SOME, SOME],
    [SOME, SOME, SOME, NEVER],
    [RARE, SOME, MOST, ALL],
    [ALL, MOST, SOME, RARE],
    [NEVER, NEVER, ALL, SOME],
];

/// Marks that reduce any flow to the lowest rate.
const MARKS: u64 = 260;
/// Cycles in which AIMD recovers from the lowest rate, with some margin.
const RECOVERY: u64 = 23_400;

impl Phase {
    /// Phase that follows this one.
    pub fn next(self, random: &mut Random, nic: &Nic) -> Self {
        if self.marked == ALL {
            // The flow may recover from the lowest rate, sometimes completely.
            let cycles = one_of(random, &[40, 400, 1500, RECOVERY]);
            let look_up = one_of(random, &[NEVER, SOME, ALL]);
            return Phase { marked: NEVER, look_up, recovers: true, cycles, ..self };
        }
        Phase::any(random, nic)
    }

    /// A random phase, independent of the previous one.
    pub fn any(random: &mut Random, nic: &Nic) -> Self {
        let sweep = nic.flows() as u64;
        if random.below(16) == 0 {
            // One flow falls to the lowest rate.
            let [ack, marked, look_up] = [ALL, ALL, SOME];
            let (fresh, any, cycles) = (NEVER, NEVER, MARKS);
            let (flows, recovers) = (1, false);
            return Phase { ack, marked, look_up, fresh, any, flows, recovers, cycles, sweep };
        }
        let [ack, marked, look_up, fresh] = one_of(random, &KINDS);
        let any = one_of(random, &[NEVER, NEVER, RARE, SOME, ALL]);
        let flows = 1 + random.below(IN_USE as u64) as usize;
        let longest = one_of(random, &[16, 256, 1024]);
        let cycles = 1 + random.below(longest);
        Phase { ack, marked, look_up, fresh, any, flows, recovers: false, cycles, sweep }
    }

    /// Average number of phases per reset.
    pub fn phases_per_reset(&self) -> u64 {
        // A phase has some hundred cycles; sweeps may take a sixteenth of the time.
        const CYCLES: u64 = 200;
        12.max(16 * self.sweep / CYCLES)
    }
}
