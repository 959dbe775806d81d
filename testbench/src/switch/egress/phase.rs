//! Phases of the stimulus of the egress.

use tailback_spec::switch::port::Port;

use super::words::{Length, Traffic};
use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of words, when one may enter.
    pub word: Often,
    /// Rate of cycles in which the link is ready.
    pub ready: Often,
    /// Rate of new flow-control packets.
    pub flow_control: Often,
    /// Rate of packets to be marked.
    pub mark: Often,
    /// Words enter as long as the queue has free space, rather than as long as they may be issued.
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

/// Rates of words, of ready of the link, and of flow control.
const KINDS: [[Often; 3]; 10] = [
    // At line rate.
    [ALL, ALL, NEVER],
    [ALL, ALL, RARE],
    [MOST, ALL, ALL],
    // The link is slower than the crossbar.
    [ALL, MOST, RARE],
    [ALL, SOME, SOME],
    [MOST, MOST, MOST],
    // The link is never ready.
    [MOST, NEVER, SOME],
    // The link is faster than the crossbar.
    [SOME, ALL, RARE],
    [RARE, MOST, SOME],
    // Flow control only.
    [NEVER, MOST, MOST],
];

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random) -> Self {
        match random.below(40) {
            // Takes about as many cycles as all other phases together.
            0 => Self::counting(random),
            _ => Self::mixed(random),
        }
    }

    /// A phase in which one virtual lane sends so many blocks that the counter of its blocks wraps
    /// around.
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
