//! Stretches of cycles with the same kind of traffic.

use crate::nic::host_packets::{Length, Mix};
use crate::random::{one_of, Often, Random};

/// A stretch of cycles.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// The host has a beat.
    pub beat: Often,
    /// What the host's packets are like.
    pub mix: Mix,
    /// A grant is declined.
    pub decline: Often,
    pub grants: Grants,
    /// The reflector has an answer.
    pub answer: Often,
    /// There are credits.
    pub credits: Often,
    /// The link takes a beat.
    pub ready: Often,
    pub reset: Often,
    pub cycles: u64,
}

/// What the limiter is like.
#[derive(Debug, Clone, Copy)]
pub struct Grants {
    /// A start is legal.
    pub legal: Often,
    /// It takes a start when it has none.
    pub ready: Often,
    /// It says what a start was in the next cycle.
    pub at_once: bool,
    /// It says what it should not.
    pub stray: Often,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// How often the host has a beat, there are credits, and the link takes a beat.
const KINDS: [[Often; 3]; 8] = [
    // At line rate.
    [ALL, ALL, ALL],
    [ALL, ALL, ALL],
    // The host is slower.
    [MOST, ALL, ALL],
    [SOME, MOST, ALL],
    // The link is.
    [ALL, ALL, MOST],
    [ALL, MOST, SOME],
    // Credits are short.
    [ALL, SOME, ALL],
    [ALL, RARE, MOST],
];

impl Phase {
    /// Any phase.
    pub fn any(random: &mut Random) -> Self {
        let [beat, credits, ready] = one_of(random, &KINDS);
        let length = one_of(
            random,
            &[Length::Shortest, Length::Short, Length::Short, Length::Any, Length::Longest],
        );
        let grants = Grants {
            legal: one_of(random, &[ALL, ALL, MOST, SOME]),
            ready: one_of(random, &[ALL, ALL, SOME]),
            at_once: random.below(4) == 0,
            stray: one_of(random, &[NEVER, SOME]),
        };
        let often = ALL.in_few_cycles(6);
        let longest = one_of(random, &[64, 512, 2048]);
        Phase {
            beat,
            mix: Mix { ill: one_of(random, &[NEVER, NEVER, RARE, SOME, SOME]), length },
            decline: one_of(random, &[NEVER, RARE, SOME, MOST]),
            grants,
            answer: one_of(random, &[NEVER, RARE, SOME, ALL]),
            credits,
            ready,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            cycles: 1 + random.below(longest),
        }
    }
}
