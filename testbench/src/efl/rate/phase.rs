//! Phases of the stimulus of the rate controller.

use tailback_spec::efl::rate::FRAME_CYCLES;

use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of events.
    pub valid: Often,
    /// Rate at which an event is a loss.
    pub loss: Often,
    /// Rate at which an ACK is that of a delay probe.
    pub probe: Often,
    /// Rate at which the first ACKs cover all packets of bandwidth probing.
    pub covered: Often,
    /// Rate of new groups.
    pub groups: Often,
    /// Rate at which an event is for the flow of the one before.
    pub recent: Often,
    /// Rate of changed settings.
    pub settings: Often,
    /// Rate at which settings leave the rates space to change by little.
    pub mild: Often,
    /// Rate at which the RTT is one to two times the ticks since the last ACK of the flow, so that the
    /// rate of reception is measured.
    pub measured: Often,
    /// Rate of jumps of time.
    pub jump: Often,
    /// Bits of an RTT.
    pub rtt_bits: usize,
    /// Bits of an arbitrary number of bytes.
    pub byte_bits: usize,
    pub reset: Often,
    pub cycles: u64,
    flows: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, flows: u64) -> Self {
        // Time for events of many groups; a sweep takes a cycle for each flow.
        let frames = one_of(random, &[4, 16, 64, 64, 256]);
        let resets = 8 + flows / 16;
        Phase {
            valid: one_of(random, &[ALL, ALL, MOST, FEW.in_few_cycles(2)]),
            loss: one_of(random, &[NEVER, FEW, SOME, MOST]),
            probe: one_of(random, &[NEVER, FEW, SOME, MOST]),
            covered: one_of(random, &[NEVER, FEW, MOST]),
            groups: one_of(random, &[NEVER, FEW.in_few_cycles(2), FEW, SOME]),
            recent: one_of(random, &[NEVER, SOME, MOST]),
            settings: one_of(random, &[NEVER, NEVER, ALL.in_few_cycles(5), SOME]),
            mild: one_of(random, &[NEVER, SOME, ALL]),
            measured: one_of(random, &[NEVER, SOME, MOST, MOST]),
            jump: one_of(random, &[NEVER, NEVER, ALL.in_few_cycles(6)]),
            rtt_bits: one_of(random, &[3, 6, 10, 16, 23]),
            byte_bits: one_of(random, &[8, 12, 20, 24, 32]),
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(7) } else { NEVER },
            cycles: 1 + random.below(frames * u64::from(FRAME_CYCLES)),
            flows,
        }
    }

    /// A random phase of the same endpoint.
    pub fn next(&self, random: &mut Random) -> Self {
        Self::any(random, self.flows)
    }
}
