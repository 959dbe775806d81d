//! What the hosts of a while are like.

use tailback_spec::nic::Nic;

use super::delays::Kind;
use crate::random::{one_of, Often, Random};

/// How long packets are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// One word.
    One,
    /// A frame of cycles, so that times of all flows can meet in one slot.
    Frame,
    /// Up to a few.
    Few,
    /// Anything.
    Any,
    /// The longest.
    Longest,
}

/// A stretch of cycles with the same kind of hosts.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Packets come to hosts.
    pub doorbell: Often,
    /// Hosts start what they are granted.
    pub start: Often,
    /// Packets arrive.
    pub ack: Often,
    /// A grant is taken.
    pub grant_ready: Often,
    /// What no host may do.
    pub lawless: Often,
    /// Packets that are gone when they are granted.
    pub gone: Often,
    /// Words of a packet.
    pub words: Words,
    /// What is looked up.
    pub delays: Kind,
    /// The first of the flows that take part.
    pub first_flow: u64,
    /// How many do.
    pub flows: u64,
    /// Packets that come at once at most.
    pub packets: u64,
    /// Resets in the middle.
    pub reset: Often,
    /// The phase ends with a reset.
    pub anew: bool,
    /// Nothing happens.
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

/// How often packets come, start and arrive, and grants are taken.
const LOADS: [[Often; 4]; 12] = [
    // As fast as it can be.
    [ALL, ALL, ALL, ALL],
    [MOST, ALL, ALL, ALL],
    [SOME, MOST, MOST, MOST],
    // Flows come and go.
    [RARE, ALL, MOST, ALL],
    [SELDOM, ALL, ALL, ALL],
    [SELDOM, SOME, RARE, ALL],
    // ACKs are lost, or late.
    [MOST, ALL, NEVER, ALL],
    [SOME, MOST, RARE, ALL],
    // Hosts are slow.
    [MOST, RARE, MOST, ALL],
    [MOST, SELDOM, SOME, MOST],
    // Grants are not taken.
    [MOST, ALL, ALL, NEVER],
    [MOST, ALL, MOST, RARE],
];

/// Cycles of a short phase.
const SHORT_CYCLES: u64 = 64;
/// Cycles of a long one, however few flows there are.
const LONG_CYCLES: u64 = 1024;
/// Cycles of a frame, one event of each kind in each.
const FRAME_CYCLES: u64 = tailback_spec::nic::rate_limiter::FRAME_CYCLES as u64;

impl Phase {
    /// Some hosts; `elapsed` are the cycles so far, which bound how long it takes.
    #[cold]
    pub fn any(random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        let mut phase = Self::awake(random, nic, elapsed);
        phase.sleeps(random, nic, elapsed);
        phase
    }

    /// What comes after `before`.
    #[cold]
    pub fn after(before: &Phase, random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        if !before.asleep {
            return Self::any(random, nic, elapsed);
        }
        // Whoever starts is late.
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
        // Time for each flow to be granted some times.
        let long = SHORT_CYCLES + 3 * FRAME_CYCLES * flows;
        let few_long = [SHORT_CYCLES, SHORT_CYCLES, 4 * SHORT_CYCLES, long, long, LONG_CYCLES];
        let longest = one_of(random, &few_long);
        // A sweep takes as long as there are slots.
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

    /// Now and then nothing happens until a lateness begins at 0 again.
    fn sleeps(&mut self, random: &mut Random, nic: &Nic, elapsed: u64) {
        const ABOUT_CYCLES: u64 = 96;
        let lateness_cycles = 1 << nic.time_bits();
        // A part of all time that does not depend on how long that is.
        let rarity = 8 + lateness_cycles / SHORT_CYCLES;
        if lateness_cycles > elapsed / 8 || random.below(rarity) > 0 {
            return;
        }
        let about = lateness_cycles - ABOUT_CYCLES + random.below(3 * ABOUT_CYCLES);
        // From when on it is taken for a start before its grant.
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
