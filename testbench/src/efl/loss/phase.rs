//! Phases of the stimulus of the detection of losses.

use tailback_spec::efl::loss::FRAME_CYCLES;

use crate::random::{one_of, Often, Random};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rates of ACKs, duplicates and packets, in their phases of a frame.
    pub acknowledged: Often,
    pub duplicate: Often,
    pub sent: Often,
    /// Rate at which packets are left in flight.
    pub left: Often,
    /// Rate at which an event is for the flow that is scanned.
    pub at_scan: Often,
    /// Rate of jumps of time.
    pub jump: Often,
    /// Bits of an RTT.
    pub rtt_bits: usize,
    /// Bits of the least time-out.
    pub rto_bits: usize,
    pub reset: Often,
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates of ACKs, duplicates and packets.
const KINDS: [[Often; 3]; 8] = [
    [SOME, SOME, HALF],
    [MOST, MOST, MOST],
    [FEW, MOST, SOME],
    [FEW, SOME, MOST],
    [MOST, FEW, MOST],
    [NEVER, ALL, ALL],
    // Time-outs only.
    [NEVER, NEVER, HALF],
    [FEW, FEW, FEW],
];

/// Bits of RTTs: up to half of the range of times.
const RTT_BITS: [usize; 5] = [3, 6, 12, 20, 23];
/// Bits of least time-outs, which are at most 2²².
const RTO_BITS: [usize; 5] = [1, 3, 6, 12, 22];

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, flows: u64) -> Self {
        let [acknowledged, duplicate, sent] = one_of(random, &KINDS);
        // Time for many scans of each flow.
        let round = u64::from(FRAME_CYCLES) * flows.next_power_of_two();
        let longest = one_of(random, &[64, 512, 512, 2048, 16 * round]);
        // A sweep takes a cycle for each flow.
        let resets = 8 + flows / 16;
        Phase {
            acknowledged,
            duplicate,
            sent,
            left: one_of(random, &[NEVER, SOME, MOST, ALL]),
            at_scan: one_of(random, &[NEVER, SOME, MOST]),
            jump: one_of(random, &[NEVER, NEVER, ALL.in_few_cycles(4), ALL.in_few_cycles(7)]),
            rtt_bits: one_of(random, &RTT_BITS),
            rto_bits: one_of(random, &RTO_BITS),
            reset: if random.below(resets) == 0 { ALL.in_few_cycles(6) } else { NEVER },
            cycles: 1 + random.below(longest),
        }
    }
}
