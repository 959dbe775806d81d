//! Phases of the stimulus of the receive path.

use crate::random::{one_of, Often, Random};

/// Lengths of payloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Padded, or a little longer.
    Short,
    Any,
    Longest,
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of beats.
    pub beat: Often,
    /// Rate at which a frame is an ACK.
    pub acks: Often,
    /// Rate of damaged frames.
    pub damaged: Often,
    /// Rate at which a packet is the next one.
    pub in_order: Often,
    /// Rate at which a packet may be acknowledged at once.
    pub at_once: Often,
    pub length: Length,
    /// Rate of cycles in which the host is ready.
    pub ready: Often,
    /// Rates of cycles in which the queues are emptied.
    pub ack_take: Often,
    pub reply_take: Often,
    /// Rate of jumps of time.
    pub jump: Often,
    pub reset: Often,
    pub cycles: u64,
    flows: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(3);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, flows: u64) -> Self {
        let longest = one_of(random, &[256, 1024, 4096]);
        // A sweep takes a cycle for each flow.
        let resets = 8 + flows / 16;
        Phase {
            beat: one_of(random, &[ALL, ALL, MOST, SOME]),
            acks: one_of(random, &[NEVER, SOME, SOME, MOST]),
            damaged: one_of(random, &[NEVER, FEW, SOME, MOST]),
            in_order: one_of(random, &[SOME, MOST, MOST, ALL]),
            at_once: one_of(random, &[NEVER, SOME, ALL]),
            length: one_of(random, &[Length::Short, Length::Short, Length::Any, Length::Longest]),
            ready: one_of(random, &[ALL, ALL, MOST, SOME, RARE]),
            ack_take: one_of(random, &[ALL, SOME, RARE, NEVER]),
            reply_take: one_of(random, &[ALL, SOME, RARE, NEVER]),
            jump: one_of(random, &[NEVER, NEVER, ALL.in_few_cycles(8)]),
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(7) } else { NEVER },
            cycles: 1 + random.below(longest),
            flows,
        }
    }

    /// A random phase of the same endpoint.
    pub fn next(&self, random: &mut Random) -> Self {
        Self::any(random, self.flows)
    }
}
