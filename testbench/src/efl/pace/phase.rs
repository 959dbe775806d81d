//! Phases of the stimulus of pacing.

use tailback_spec::efl::Efl;

use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of requests, where they are possible.
    pub request: Often,
    /// Rate of changed paces.
    pub paced: Often,
    /// Rate of changed settings.
    pub settings: Often,
    /// Rate at which an event is for the flow of the one before.
    pub recent: Often,
    /// Rate at which an event belongs to the group of the last pace.
    pub current: Often,
    pub reset: Often,
    pub cycles: u64,
    flows: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates of requests and paces.
const KINDS: [[Often; 2]; 6] =
    [[ALL, SOME], [ALL, ALL], [MOST, FEW], [SOME, SOME], [FEW, FEW], [ALL, NEVER]];

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, efl: &Efl) -> Self {
        Self::of(random, efl.flows() as u64)
    }

    /// A random phase of the same endpoint.
    pub fn next(&self, random: &mut Random) -> Self {
        Self::of(random, self.flows)
    }

    fn of(random: &mut Random, flows: u64) -> Self {
        let [request, paced] = one_of(random, &KINDS);
        let longest = one_of(random, &[64, 512, 2048]);
        // A sweep takes a cycle for each flow.
        let resets = 8 + flows / 16;
        Phase {
            request,
            paced,
            settings: one_of(random, &[NEVER, SOME, ALL]),
            recent: one_of(random, &[NEVER, SOME, MOST]),
            current: one_of(random, &[SOME, MOST, ALL]),
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(6) } else { NEVER },
            cycles: 1 + random.below(longest),
            flows,
        }
    }
}
