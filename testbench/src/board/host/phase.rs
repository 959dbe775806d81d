//! Phases of the stimulus of the host.

use crate::axi_lite::Pace;
use crate::random::{one_of, Often, Random};

/// Jump of the cycle count.
#[derive(Debug, Clone, Copy)]
pub(super) enum Jump {
    None,
    /// By so many cycles, modulo the number of all cycles that are counted.
    By(u64),
    /// To so many cycles before the last one that is counted.
    BeforeLast(u64),
}

/// An interval of cycles with one kind of software and of NIC.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    /// Rate of the accesses of the master.
    pub pace: Pace,
    /// Rates of cycles in which the NIC is ready for a beat, a doorbell, a decline.
    pub beat: Often,
    pub doorbell: Often,
    pub decline: Often,
    /// Rate of grants of flows that wait for one.
    pub grant: Often,
    /// Rate of other grants.
    pub stray: Often,
    /// Rate of beats from the link.
    pub arrived: Often,
    /// Jump of the cycle count at the beginning.
    pub jump: Jump,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(6);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random) -> Self {
        const RATES: [Often; 8] = [ALL, ALL, ALL, MOST, MOST, SOME, FEW, RARE];
        let longest = one_of(random, &[256, 2048, 8192]);
        let by = Jump::By(random.bits() >> random.below(64));
        let before_last = Jump::BeforeLast(random.below(4000));
        Phase {
            pace: Pace {
                write: one_of(random, &[NEVER, NEVER, RARE, RARE, RARE, FEW, SOME, ALL]),
                read: one_of(random, &RATES),
                ready: one_of(random, &RATES),
            },
            beat: one_of(random, &[ALL, ALL, ALL, ALL, ALL, MOST, MOST, SOME, FEW, RARE]),
            doorbell: one_of(random, &RATES),
            decline: one_of(random, &RATES),
            grant: one_of(random, &RATES),
            stray: one_of(random, &[NEVER, NEVER, RARE, FEW, SOME]),
            arrived: one_of(random, &RATES),
            jump: match random.below(32) {
                0 => by,
                1 => before_last,
                _ => Jump::None,
            },
            reset: if random.below(16) == 0 { ALL.in_few_cycles(10) } else { NEVER },
            cycles: 1 + random.below(longest),
        }
    }

    /// Rate of the accesses until all flows have been programmed.
    pub fn first_pace(&self) -> Pace {
        Pace { write: ALL, read: FEW, ready: MOST }
    }
}
