//! Phases of the stimulus of an input buffer.

use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of words, if there is free space.
    pub write: Often,
    /// Rate of packet starts, if one is possible.
    pub read: Often,
    /// Rate of cycles in which the output pauses the buffer.
    pub pause: Often,
    /// Rate of cycles in which the output announces that it will not.
    pub roomy: Often,
    /// Rate of packets that are shorter than their header says.
    pub truncated: Often,
    /// Rate of resets.
    pub reset: Often,
    /// First of the active queues, and their number.
    pub queues: (u64, u64),
    /// Lengths of packets.
    pub length: Length,
    /// Cycles left.
    pub cycles: u64,
}

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
pub enum Length {
    /// One to six words.
    Short,
    /// The end of a block, or one word less or more.
    Blocks,
    /// Any length.
    Any,
    /// Longest legal length.
    Longest,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates of words, of packet starts, and of pauses of the output.
const KINDS: [[Often; 3]; 12] = [
    // At line rate, with packets back to back.
    [ALL, ALL, NEVER],
    [ALL, ALL, SOME],
    [MOST, MOST, RARE],
    // The buffer fills up, to the last block.
    [ALL, NEVER, NEVER],
    [ALL, RARE, NEVER],
    [ALL, RARE, MOST],
    // The buffer drains.
    [NEVER, ALL, NEVER],
    [RARE, ALL, SOME],
    // Words are written more slowly than they can be read, so each is read as soon as it is in the
    // buffer.
    [MOST, ALL, NEVER],
    [SOME, ALL, NEVER],
    [RARE, MOST, NEVER],
    // A packet is held up while others enter.
    [MOST, ALL, ALL],
];

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, queues: u64, all_words: u64) -> Self {
        let [write, read, pause] = one_of(random, &KINDS);
        let longest = one_of(random, &[16, 64, 2 * all_words + 16]);
        let several = one_of(random, &[1, 1, 2, queues, queues]).min(queues);
        let length = one_of(
            random,
            &[Length::Short, Length::Short, Length::Blocks, Length::Any, Length::Longest],
        );
        Phase {
            write,
            read,
            pause,
            roomy: one_of(random, &[ALL, ALL, MOST, RARE, NEVER]),
            truncated: one_of(random, &[NEVER, NEVER, SOME, ALL]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            queues: (random.below(queues), several),
            length,
            cycles: 1 + random.below(longest),
        }
    }
}
