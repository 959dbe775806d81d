//! Phases of the stimulus of the endpoint.

use tailback_spec::efl::Efl;

use crate::axi_lite::Pace;
use crate::random::{one_of, Often, Random};

/// Lengths of payloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// Padded, or a little longer.
    Short,
    Any,
    Longest,
}

/// Behaviour of a host.
#[derive(Debug, Clone, Copy)]
pub(super) struct HostPhase {
    /// Rate of beats.
    pub beat: Often,
    /// Rate at which packets begin.
    pub start: Often,
    /// Rate of packets that are too long, without credits or without a flow.
    pub lawless: Often,
    pub length: Length,
    /// Rate of cycles in which received payloads are accepted.
    pub ready: Often,
}

/// Behaviour of one direction of the channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChannelPhase {
    /// Rate of cycles in which the MAC of the sender is ready.
    pub ready: Often,
    /// Rate of beats at the receiver.
    pub beat: Often,
    /// Cycles from the end of a frame to its delivery, at least.
    pub delay: u64,
    /// Rates of frames that are lost, repeated, sent again much later, corrupted, cut or extended.
    pub lost: Often,
    pub twice: Often,
    pub replayed: Often,
    pub corrupted: Often,
    pub resized: Often,
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    /// Host of the endpoint, and of the partner.
    pub host: HostPhase,
    pub partner: HostPhase,
    /// Channel to the partner, and from there.
    pub to: ChannelPhase,
    pub from: ChannelPhase,
    /// Rate of forged frames.
    pub forged: Often,
    /// Rate of the accesses of the software.
    pub pace: Pace,
    /// The software writes any value to any register.
    pub wild: bool,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(4).in_few_cycles(5);
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl HostPhase {
    fn any(random: &mut Random) -> Self {
        use Length::*;
        HostPhase {
            beat: one_of(random, &[ALL, ALL, MOST, SOME]),
            start: one_of(random, &[ALL, ALL, FEW, RARE, NEVER]),
            lawless: one_of(random, &[NEVER, NEVER, RARE, FEW]),
            length: one_of(random, &[Short, Short, Any, Longest]),
            ready: one_of(random, &[ALL, ALL, MOST, FEW, RARE]),
        }
    }
}

impl ChannelPhase {
    fn any(random: &mut Random) -> Self {
        let few = [NEVER, NEVER, NEVER, RARE, FEW];
        ChannelPhase {
            ready: one_of(random, &[ALL, ALL, MOST, SOME, RARE]),
            beat: one_of(random, &[ALL, ALL, ALL, MOST, SOME]),
            delay: one_of(random, &[0, 16, 100, 600]),
            lost: one_of(random, &[NEVER, NEVER, RARE, FEW, FEW, SOME, MOST]),
            twice: one_of(random, &few),
            replayed: one_of(random, &few),
            corrupted: one_of(random, &few),
            resized: one_of(random, &few),
        }
    }
}

impl Phase {
    /// A random phase.
    #[cold]
    pub fn any(random: &mut Random, efl: &Efl) -> Self {
        let longest = one_of(random, &[512, 4096, 16_384]);
        // After a reset, memories are cleared and all peers are written.
        let resets = 8 + efl.flows() as u64 / 4;
        let some = [RARE, FEW, FEW, SOME, ALL];
        Phase {
            host: HostPhase::any(random),
            partner: HostPhase::any(random),
            to: ChannelPhase::any(random),
            from: ChannelPhase::any(random),
            forged: one_of(random, &[NEVER, NEVER, ALL.in_few_cycles(8), RARE]),
            pace: Pace {
                write: one_of(random, &[NEVER, RARE, RARE, FEW, ALL]),
                read: one_of(random, &some),
                ready: one_of(random, &some),
            },
            wild: random.below(8) == 0,
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(10) } else { NEVER },
            cycles: 1 + random.below(longest),
        }
    }
}
