//! Stretches of cycles with the same kind of traffic.

use super::ills::Planner;
use crate::random::{one_of, Often, Random};

/// A stretch of cycles.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// A beat of a packet comes.
    pub beat: Often,
    /// A beat comes that is for flow control.
    pub flow_control: Often,
    pub reset: Often,
    pub traffic: Traffic,
    pub cycles: u64,
}

/// What packets are like.
#[derive(Debug, Clone, Copy)]
pub struct Traffic {
    /// A packet has something wrong with it.
    pub ill: Often,
    pub length: Length,
    /// Management packets only, to their own room.
    pub management: bool,
}

/// How long packets are.
#[derive(Debug, Clone, Copy)]
pub enum Length {
    /// As short as can be, or little longer.
    Short,
    /// The end of a block, or a word to either side of it.
    Blocks,
    /// Any.
    Any,
    /// As long as can be.
    Longest,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Short packets with nothing wrong.
pub const CALM: Traffic = Traffic { ill: NEVER, length: Length::Short, management: false };

/// How often beats come, are for flow control, and packets have something wrong.
const KINDS: [[Often; 3]; 9] = [
    // At line rate.
    [ALL, NEVER, NEVER],
    [ALL, RARE, SOME],
    [ALL, RARE, MOST],
    // With gaps between beats.
    [MOST, RARE, SOME],
    [SOME, NEVER, SOME],
    [MOST, SOME, RARE],
    // More flow control than packets.
    [ALL, MOST, SOME],
    [SOME, MOST, RARE],
    // Nothing is right.
    [ALL, SOME, ALL],
];

impl Phase {
    /// Any phase.
    pub fn any(random: &mut Random, planner: &Planner) -> Self {
        let [beat, flow_control, ill] = one_of(random, &KINDS);
        let length = one_of(
            random,
            &[Length::Short, Length::Short, Length::Blocks, Length::Any, Length::Longest],
        );
        let management = random.below(6) == 0;
        let longest = one_of(random, &[16, 64, 4 * planner.longest_beats()]);
        let often = ALL.in_few_cycles(5);
        Phase {
            beat,
            flow_control,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            traffic: Traffic { ill, length, management },
            cycles: 1 + random.below(longest),
        }
    }
}
