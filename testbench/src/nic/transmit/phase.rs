//! Phases of the stimulus of the transmit path.

use crate::nic::host_packets::{Length, Mix};
use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate at which the host has a beat.
    pub beat: Often,
    /// Kinds of packets of the host.
    pub mix: Mix,
    /// Rate of declined grants.
    pub decline: Often,
    pub grants: Grants,
    /// Rate of replies of the reflector.
    pub answer: Often,
    /// Rate of cycles with credits, for packets of the host and for replies.
    pub credits: Often,
    /// Rate of cycles in which the link is ready.
    pub ready: Often,
    pub reset: Often,
    pub cycles: u64,
}

/// Behaviour of the limiter.
#[derive(Debug, Clone, Copy)]
pub struct Grants {
    /// Rate at which a start is legal.
    pub legal: Often,
    /// Rate at which the limiter is ready for a start.
    pub ready: Often,
    /// The limiter decides a start in the next cycle.
    pub at_once: bool,
    /// Rate of stray look-ups.
    pub stray: Often,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates of the host's beats, of credits, and of ready of the link.
const KINDS: [[Often; 3]; 8] = [
    // At line rate.
    [ALL, ALL, ALL],
    [ALL, ALL, ALL],
    // The host is slower.
    [MOST, ALL, ALL],
    [SOME, MOST, ALL],
    // The link is slower.
    [ALL, ALL, MOST],
    [ALL, MOST, SOME],
    // Credits are short.
    [ALL, SOME, ALL],
    [ALL, RARE, MOST],
];

impl Phase {
    /// A random phase.
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
