//! Phases of the stimulus of an output port's credits.

use tailback_spec::link::MOST_OFFERED;

use crate::link::MODULUS;
use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Kind of traffic.
    pub kind: Kind,
    /// Rate at which a packet that has credits is chosen.
    pub look: Often,
    /// Rate of resets.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

/// Kind of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Packets start only with credits; the receiver offers at most `room` blocks.
    Obey { room: u32 },
    /// Limits around those at which the credits change.
    Edges,
    /// Claims without regard to limits, so that the counter of a VL wraps around.
    Sprint { lane: usize },
    /// Arbitrary events.
    Anything,
}

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, data: usize, longest: u32) -> Self {
        // Longest packets in one round of the counter.
        let round = u64::from(MODULUS / longest);
        let room = random.below(u64::from(MOST_OFFERED) + 1) as u32;
        let (kind, cycles) = match random.below(8) {
            0 => (Kind::Anything, random.below(64)),
            1 => {
                let lane = random.below(data as u64) as usize;
                (Kind::Sprint { lane }, round + random.below(round))
            }
            2..=4 => (Kind::Edges, random.below(128)),
            _ => {
                let room = one_of(random, &[room, MOST_OFFERED, 4 * longest, longest]);
                (Kind::Obey { room }, random.below(512))
            }
        };
        let often = Often::ALWAYS.in_few_cycles(5);
        Phase {
            kind,
            look: one_of(random, &[Often::ALWAYS, Often::ALWAYS, Often::each_cycle(4)]),
            reset: match kind {
                Kind::Sprint { .. } => Often::NEVER,
                _ => one_of(random, &[Often::NEVER, Often::NEVER, Often::NEVER, often]),
            },
            cycles: 1 + cycles,
        }
    }
}
