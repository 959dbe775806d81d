//! Phases of the stimulus of the receive buffer.

use super::Law;
use crate::nic::link_packets::{Length, Mix};
use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate at which a packet begins.
    pub start: Often,
    /// Rate of beats of a packet.
    pub beat: Often,
    /// Rate at which the host takes a beat.
    pub take: Often,
    /// Rate of packets that begin without credits.
    pub overrun: Often,
    /// Packets after a faulty one wait until flow control has corrected the credits.
    pub settles: bool,
    /// Some packets are faulty.
    pub has_faults: bool,
    /// Kinds of packets.
    pub mix: Mix,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(1).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(law: Law, random: &mut Random) -> Self {
        let has_faults = random.below(2) == 0;
        let ill = if has_faults { one_of(random, &[RARE, SOME, ALL]) } else { NEVER };
        let length = one_of(random, &[Length::Short, Length::Any, Length::Longest]);
        let notification = one_of(random, &[NEVER, RARE, MOST]);
        let longest = one_of(random, &[16, 256, 2048]);
        let is_broken = law == Law::Broken;
        let [overrun, reset] = match is_broken {
            true => {
                let overrun = one_of(random, &[NEVER, NEVER, SOME, ALL]);
                [overrun, one_of(random, &[NEVER, NEVER, NEVER, ALL.in_few_cycles(8)])]
            }
            false => [NEVER, NEVER],
        };
        Phase {
            start: one_of(random, &[ALL, ALL, SOME]),
            beat: one_of(random, &[ALL, ALL, MOST, SOME]),
            take: one_of(random, &[ALL, MOST, SOME, RARE, NEVER]),
            overrun,
            settles: !is_broken,
            has_faults,
            mix: Mix { ill, notification, length },
            reset,
            cycles: 1 + random.below(longest),
        }
    }

    /// No packets: the host takes all that is stored.
    #[cfg(test)]
    pub fn drain(cycles: u64) -> Self {
        let mix = Mix { ill: NEVER, notification: NEVER, length: Length::Short };
        let (start, overrun, reset) = (NEVER, NEVER, NEVER);
        let (settles, has_faults) = (true, false);
        Phase { start, beat: ALL, take: ALL, overrun, settles, has_faults, mix, reset, cycles }
    }
}
