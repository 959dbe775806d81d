//! Phases of the stimulus of the receive path.

use crate::nic::link_packets::{Length, Mix};
use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of beats of packets.
    pub beat: Often,
    /// Rate of beats for flow control.
    pub flow_control: Often,
    /// Kinds of packets.
    pub mix: Mix,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates of beats, of beats for flow control, and of faulty packets.
const KINDS: [[Often; 3]; 8] = [
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
    // All packets are faulty.
    [ALL, SOME, ALL],
];

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random) -> Self {
        let [beat, flow_control, ill] = one_of(random, &KINDS);
        let length = one_of(random, &[Length::Short, Length::Short, Length::Any, Length::Longest]);
        let longest = one_of(random, &[16, 64, 1024]);
        let often = ALL.in_few_cycles(5);
        Phase {
            beat,
            flow_control,
            mix: Mix { ill, notification: one_of(random, &[NEVER, SOME, MOST]), length },
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            cycles: 1 + random.below(longest),
        }
    }
}
