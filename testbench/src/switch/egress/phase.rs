//! Stretches of cycles with the same kind of traffic.

use tailback_spec::switch::port::Port;

use super::words::{Length, Traffic};
use crate::random::{one_of, Often, Random};

/// A stretch of cycles.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// A word comes, if it may.
    pub word: Often,
    /// The link takes a beat.
    pub ready: Often,
    /// Another flow-control packet waits.
    pub flow_control: Often,
    /// A packet is to be marked.
    pub mark: Often,
    /// Words come for as long as there is room, rather than for as long as they may be issued.
    pub to_the_brim: bool,
    pub traffic: Traffic,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// How often words come, the link takes a beat, and there is flow control.
const KINDS: [[Often; 3]; 10] = [
    // At line rate.
    [ALL, ALL, NEVER],
    [ALL, ALL, RARE],
    [MOST, ALL, ALL],
    // The link is slower than the crossbar.
    [ALL, MOST, RARE],
    [ALL, SOME, SOME],
    [MOST, MOST, MOST],
    // It takes nothing.
    [MOST, NEVER, SOME],
    // It is faster.
    [SOME, ALL, RARE],
    [RARE, MOST, SOME],
    // Nothing but flow control.
    [NEVER, MOST, MOST],
];

impl Phase {
    /// Any phase.
    pub fn any(random: &mut Random) -> Self {
        match random.below(40) {
            // As many cycles as all others together.
            0 => Self::counting(random),
            _ => Self::mixed(random),
        }
    }

    /// A phase in which one lane sends so many blocks that their counter comes around.
    fn counting(random: &mut Random) -> Self {
        const MOST_CYCLES: u64 = 20_000;
        let only = Some(random.below(Port::MANAGEMENT_VL as u64) as usize);
        Phase {
            word: ALL,
            ready: ALL,
            flow_control: one_of(random, &[NEVER, RARE]),
            mark: SOME,
            to_the_brim: false,
            traffic: Traffic { bad: NEVER, length: Length::Shortest, only },
            reset: NEVER,
            cycles: 1 + random.below(MOST_CYCLES),
        }
    }

    fn mixed(random: &mut Random) -> Self {
        let [word, ready, flow_control] = one_of(random, &KINDS);
        let longest = match ready == NEVER {
            true => 24,
            false => one_of(random, &[16, 64, 512]),
        };
        let length = one_of(random, &[Length::Short, Length::Short, Length::Any, Length::Longest]);
        let bad = one_of(random, &[NEVER, RARE, SOME, SOME]);
        let often = ALL.in_few_cycles(5);
        Phase {
            word,
            ready,
            flow_control,
            mark: one_of(random, &[NEVER, SOME, MOST, ALL]),
            to_the_brim: random.below(3) == 0,
            traffic: Traffic { bad, length, only: None },
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            cycles: 1 + random.below(longest),
        }
    }
}
