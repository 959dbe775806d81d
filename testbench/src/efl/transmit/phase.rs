//! Phases of the stimulus of the transmit path.

use tailback_spec::efl::Efl;

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
    /// Rate of beats of the host.
    pub beat: Often,
    /// Rate of packets without a credit, without a flow, or too long.
    pub lawless: Often,
    pub length: Length,
    /// Rate of grants.
    pub grant: Often,
    /// Rate of grants for flows that may have no packet.
    pub stray: Often,
    /// Rates at which the limiter accepts doorbells and starts.
    pub doorbell_ready: Often,
    pub start_ready: Often,
    /// Rate of ACKs.
    pub ack: Often,
    /// Rate of ACKs that are not for packets in flight.
    pub odd_acks: Often,
    /// Rate of losses.
    pub lost: Often,
    /// Rate of ACKs to be sent.
    pub reply: Often,
    /// Rate at which pacing and settings change.
    pub wild: Often,
    /// Rate of cycles in which the MAC is ready.
    pub ready: Often,
    pub reset: Often,
    pub cycles: u64,
    flows: u64,
    /// Cycles of this phase and those before it.
    age: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, efl: &Efl) -> Self {
        Self::of(random, efl.flows() as u64, 0)
    }

    /// A random phase of the same endpoint.
    pub fn next(&self, random: &mut Random) -> Self {
        Self::of(random, self.flows, self.age)
    }

    /// A phase after `age` cycles.
    fn of(random: &mut Random, flows: u64, age: u64) -> Self {
        /// Cycles with frequent resets. After them, numbers and totals have time to become large.
        const SHORT: u64 = 1 << 17;
        let longest = one_of(random, &[256, 1024, 4096]);
        let cycles = 1 + random.below(longest);
        // A sweep takes a cycle for each flow.
        let resets = if age < SHORT { 8 + flows / 16 } else { 1 << 13 };
        Phase {
            beat: one_of(random, &[ALL, ALL, MOST, SOME, RARE]),
            lawless: one_of(random, &[NEVER, NEVER, FEW, SOME]),
            length: one_of(random, &[Length::Short, Length::Short, Length::Any, Length::Longest]),
            grant: one_of(random, &[ALL, ALL, SOME, RARE, NEVER]),
            stray: one_of(random, &[NEVER, NEVER, FEW, SOME]),
            doorbell_ready: one_of(random, &[ALL, SOME, SOME, RARE]),
            start_ready: one_of(random, &[ALL, ALL, SOME, RARE]),
            ack: one_of(random, &[ALL, SOME, RARE, NEVER]),
            odd_acks: one_of(random, &[NEVER, FEW, SOME, MOST]),
            lost: one_of(random, &[NEVER, NEVER, FEW, RARE, SOME]),
            reply: one_of(random, &[NEVER, RARE, SOME, ALL]),
            wild: one_of(random, &[RARE, SOME, ALL]),
            ready: one_of(random, &[ALL, ALL, MOST, SOME, RARE]),
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(8) } else { NEVER },
            cycles,
            age: age + cycles,
            flows,
        }
    }
}
