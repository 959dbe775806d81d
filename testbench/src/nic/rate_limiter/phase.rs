//! Phases of the stimulus of the rate limiter.

use tailback_spec::nic::Nic;

use super::delays::Kind;
use crate::random::{one_of, Often, Random};

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// One word.
    One,
    /// A frame of cycles, so that the times of all flows can fall in one slot.
    Frame,
    /// Up to a few words.
    Few,
    /// Any length.
    Any,
    /// The longest length.
    Longest,
}

/// An interval of cycles with one kind of hosts.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate at which hosts get packets.
    pub doorbell: Often,
    /// Rate at which granted packets start.
    pub start: Often,
    /// Rate of ACKs.
    pub ack: Often,
    /// Rate at which a grant is accepted.
    pub grant_ready: Often,
    /// Rate of illegal events.
    pub lawless: Often,
    /// Rate at which a granted packet is gone.
    pub gone: Often,
    /// Distribution of packet lengths.
    pub words: Words,
    /// Kind of delays.
    pub delays: Kind,
    /// First of the active flows.
    pub first_flow: u64,
    /// Number of active flows.
    pub flows: u64,
    /// Largest number of packets that a flow gets at once.
    pub packets: u64,
    /// Rate of resets during the phase.
    pub reset: Often,
    /// The phase ends with a reset.
    pub anew: bool,
    /// No event happens.
    pub asleep: bool,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const SELDOM: Often = Often::each_cycle(8).in_few_cycles(5);
const RARE: Often = Often::each_cycle(8).in_few_cycles(2);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(12);
const ALL: Often = Often::ALWAYS;

/// Rates at which packets become ready, start and are acknowledged, and grants are accepted.
const LOADS: [[Often; 4]; 12] = [
    // Full speed.
    [ALL, ALL, ALL, ALL],
    [MOST, ALL, ALL, ALL],
    [SOME, MOST, MOST, MOST],
    // Flows become active and idle.
    [RARE, ALL, MOST, ALL],
    [SELDOM, ALL, ALL, ALL],
    [SELDOM, SOME, RARE, ALL],
    // ACKs are lost, or late.
    [MOST, ALL, NEVER, ALL],
    [SOME, MOST, RARE, ALL],
    // Hosts are slow.
    [MOST, RARE, MOST, ALL],
    [MOST, SELDOM, SOME, MOST],
    // Grants are not accepted.
    [MOST, ALL, ALL, NEVER],
    [MOST, ALL, MOST, RARE],
];

/// Cycles of a short phase.
const SHORT_CYCLES: u64 = 64;
/// Cycles of a long phase, independent of the number of flows.
const LONG_CYCLES: u64 = 1024;
/// Cycles of a frame, which has one slot for an event of each kind.
const FRAME_CYCLES: u64 = tailback_spec::nic::rate_limiter::FRAME_CYCLES as u64;

impl Phase {
    /// A random phase; `elapsed` is the number of cycles so far, which bounds its length.
    #[cold]
    pub fn any(random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        let mut phase = Self::awake(random, nic, elapsed);
        phase.sleeps(random, nic, elapsed);
        phase
    }

    /// Phase that follows `before`.
    #[cold]
    pub fn after(before: &Phase, random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        if !before.asleep {
            return Self::any(random, nic, elapsed);
        }
        // After an idle phase, all starts are late.
        let [doorbell, start, ack, grant_ready] = [ALL; 4];
        let (delays, words) = (Kind::Edge, Words::One);
        let cycles = SHORT_CYCLES;
        let awake = Self::awake(random, nic, elapsed);
        Phase { doorbell, start, ack, grant_ready, delays, words, cycles, ..awake }
    }

    fn awake(random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        let all = nic.flows() as u64;
        let [doorbell, start, ack, grant_ready] = one_of(random, &LOADS);
        let few = 1 + random.below(all.min(3));
        let flows = one_of(random, &[1, few, all, all, all]);
        let delays = Kind::any(random, nic, elapsed);
        // Time for several grants of each flow.
        let long = SHORT_CYCLES + 3 * FRAME_CYCLES * flows;
        let few_long = [SHORT_CYCLES, SHORT_CYCLES, 4 * SHORT_CYCLES, long, long, LONG_CYCLES];
        let longest = one_of(random, &few_long);
        // A sweep takes one cycle per slot.
        let resets = 8 + nic.slots() as u64 / 64;
        let mut phase = Phase {
            doorbell,
            start,
            ack,
            grant_ready,
            lawless: one_of(random, &[NEVER, NEVER, NEVER, NEVER, SELDOM, RARE, SOME]),
            gone: one_of(random, &[NEVER, NEVER, NEVER, SOME, MOST]),
            words: Self::words(random, delays),
            delays,
            first_flow: random.below(all),
            flows,
            packets: one_of(random, &[1, 1, 2, 8]),
            reset: if random.below(2 * resets) == 0 { ALL.in_few_cycles(5) } else { NEVER },
            anew: random.below(resets) == 0,
            asleep: false,
            cycles: 1 + random.below(longest),
        };
        if let Kind::Together { until, .. } = delays {
            [phase.doorbell, phase.start, phase.ack, phase.grant_ready] = [ALL; 4];
            (phase.flows, phase.lawless, phase.packets) = (all, NEVER, 8);
            phase.cycles = 2 * until;
        }
        if delays == Kind::Far {
            [phase.doorbell, phase.start, phase.ack, phase.grant_ready] = [ALL; 4];
            phase.flows = all;
            phase.cycles = 8 * FRAME_CYCLES * all;
        }
        phase
    }

    /// Occasionally makes the phase idle until a lateness counter wraps around to 0.
    fn sleeps(&mut self, random: &mut Random, nic: &Nic, elapsed: u64) {
        const ABOUT_CYCLES: u64 = 96;
        let lateness_cycles = 1 << nic.time_bits();
        // Share of the total time, independent of the length of the idle phase.
        let rarity = 8 + lateness_cycles / SHORT_CYCLES;
        if lateness_cycles > elapsed / 8 || random.below(rarity) > 0 {
            return;
        }
        let about = lateness_cycles - ABOUT_CYCLES + random.below(3 * ABOUT_CYCLES);
        // Time from which a start appears to precede its grant.
        let early = about - nic.early_cycles();
        let any = 1 + random.below(2 * lateness_cycles);
        self.cycles = one_of(random, &[about, about, early, early, any]);
        self.asleep = true;
        [self.doorbell, self.start, self.ack, self.lawless, self.reset] = [NEVER; 5];
    }

    fn words(random: &mut Random, delays: Kind) -> Words {
        match delays {
            Kind::Together { .. } => Words::Frame,
            Kind::Edge => one_of(random, &[Words::One, Words::One, Words::Few]),
            Kind::Longest => one_of(random, &[Words::Longest, Words::Any]),
            _ => one_of(random, &[Words::One, Words::Few, Words::Few, Words::Any]),
        }
    }
}
