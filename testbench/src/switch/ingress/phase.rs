//! Phases of the stimulus of the ingress.

use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of beats of packets.
    pub beat: Often,
    /// Rate of beats for flow control.
    pub flow_control: Often,
    pub reset: Often,
    pub traffic: Traffic,
    pub cycles: u64,
}

/// Kinds of packets.
#[derive(Debug, Clone, Copy)]
pub struct Traffic {
    /// Rate of faulty packets.
    pub ill: Often,
    pub length: Length,
    /// Management packets only, which have free space of their own.
    pub management: bool,
}

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
pub enum Length {
    /// Shortest legal length, or slightly more.
    Short,
    /// The end of a block, or one word less or more.
    Blocks,
    /// Any legal length.
    Any,
    /// Longest legal length, or one word less.
    Longest,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Short packets without faults.
pub const CALM: Traffic = Traffic { ill: NEVER, length: Length::Short, management: false };

/// Rates of beats, of beats for flow control, and of faulty packets.
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
    // All packets are faulty.
    [ALL, SOME, ALL],
];

impl Phase {
    /// A random phase. `longest_beats` are the beats of the longest packet.
    pub fn any(random: &mut Random, longest_beats: u64) -> Self {
        let [beat, flow_control, ill] = one_of(random, &KINDS);
        let length = one_of(
            random,
            &[Length::Short, Length::Short, Length::Blocks, Length::Any, Length::Longest],
        );
        let management = random.below(6) == 0;
        let longest = one_of(random, &[16, 64, 4 * longest_beats]);
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
