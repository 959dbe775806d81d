//! Phases of the stimulus of the Ethernet switch.

use tailback_spec::efl::switch::EthernetSwitch;

use crate::axi_lite::Pace;
use crate::random::{one_of, Often, Random};

/// Lengths of legal frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    Shortest,
    Short,
    Any,
    Longest,
}

/// Destinations of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    /// The address with this number, for all inputs.
    One(usize),
    /// Any address that is usually in the MAC table.
    Known,
    /// Any address.
    Any,
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    /// Rate of the accesses of the master.
    pub pace: Pace,
    /// Rate of beats on each line.
    pub beat: Often,
    /// Lines without beats, one bit per input.
    pub silent: u64,
    /// Rate at which frames begin.
    pub start: Often,
    pub length: Length,
    /// Rate of frames of an illegal length.
    pub ill: Often,
    /// Rate of frames that are marked as bad.
    pub bad: Often,
    pub destination: Destination,
    /// Rate of cycles in which an output is ready.
    pub ready: Often,
    /// Outputs that are never ready, one bit per output.
    pub stalled: u64,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, switch: &EthernetSwitch) -> Self {
        let longest = one_of(random, &[256, 1024, 8192]);
        // The MAC table is cleared completely between most resets.
        let resets = 16 + switch.addresses() as u64 / 64;
        let one = Destination::One(random.below(switch.ports() as u64) as usize);
        let accesses = [ALL, MOST, SOME, FEW];
        let any = random.bits();
        Phase {
            pace: Pace {
                write: one_of(random, &[ALL, MOST, SOME, FEW, RARE, RARE]),
                read: one_of(random, &accesses),
                ready: one_of(random, &accesses),
            },
            beat: one_of(random, &[ALL, ALL, ALL, MOST, SOME]),
            silent: one_of(random, &[0, 0, 0, any]),
            start: one_of(random, &[ALL, ALL, SOME, FEW]),
            length: one_of(
                random,
                &[Length::Shortest, Length::Short, Length::Any, Length::Any, Length::Longest],
            ),
            ill: one_of(random, &[NEVER, NEVER, FEW, SOME, MOST]),
            bad: one_of(random, &[NEVER, NEVER, FEW, SOME]),
            destination: one_of(
                random,
                &[one, Destination::Known, Destination::Known, Destination::Any],
            ),
            ready: one_of(random, &[ALL, ALL, ALL, MOST, SOME, RARE]),
            stalled: one_of(random, &[0, 0, 0, any >> 32]),
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(8) } else { NEVER },
            cycles: 1 + random.below(longest),
        }
    }
}
