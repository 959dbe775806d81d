//! Phases of the stimulus of the bridge.

use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of commands and of slaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    /// Difference of the computer's bits, in thousandths.
    pub skew: i64,
    /// Rate of cycles in which slaves are ready for a request.
    pub ready: Often,
    /// Most cycles from a request to its response.
    pub delay: u64,
    /// Rate of responses with an error.
    pub errors: Often,
    /// Rate of bytes within which the line is disturbed.
    pub disturbed: Often,
    /// Rate of commands that are not sent as a whole.
    pub cut: Often,
    /// Rate of commands during the execution of another one.
    pub hasty: Often,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random) -> Self {
        const LONGEST: u64 = 30_000;
        Phase {
            skew: random.below(41) as i64 - 20,
            ready: one_of(random, &[ALL, ALL, MOST, SOME, FEW]),
            delay: one_of(random, &[1, 1, 1, 4, 4, 40, 40, 2000]),
            errors: one_of(random, &[NEVER, FEW, SOME]),
            disturbed: one_of(random, &[NEVER, NEVER, FEW]),
            cut: one_of(random, &[NEVER, FEW, FEW, SOME]),
            hasty: one_of(random, &[NEVER, NEVER, FEW, SOME]),
            reset: if random.below(8) == 0 { ALL.in_few_cycles(12) } else { NEVER },
            cycles: 1 + random.below(LONGEST),
        }
    }
}
