//! What the traffic of a while is like.

use tailback_spec::switch::detector::Detector;

use super::MARKING_RATE_BITS;
use crate::link::any_vl;
use crate::random::{one_of, Often, Random};

/// A kind of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A port with some load, and settings that stay.
    Load,
    /// The same, and settings that change in each cycle.
    Settings,
    /// The occupancy of a VL is around a threshold.
    Hover {
        /// That VL.
        vl: u64,
    },
    /// A VL is congested until its next packet but so many is marked.
    CountDown {
        /// That VL.
        vl: u64,
        /// Packets in between.
        marking_rate: u64,
    },
    /// Anything, also what no switch would cause. What it does is defined all the same, because
    /// counters wrap around.
    Anything,
}

/// VLs that take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes {
    /// How many are configured.
    configured: u64,
    /// The only one; `None`: all, and now and then one that is not configured.
    only: Option<u64>,
}

impl Lanes {
    /// Whether all do.
    pub fn are_all(&self) -> bool {
        self.only.is_none()
    }

    /// One of them.
    #[inline]
    pub fn any(&self, random: &mut Random) -> u64 {
        match self.only {
            Some(vl) => vl,
            None => any_vl(random, self.configured as usize),
        }
    }
}

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// What kind.
    pub kind: Kind,
    /// Packets arrive.
    pub enqueue: Often,
    /// Packets that waited leave.
    pub dequeue: Often,
    /// Packets go that never waited.
    pub cut_through: Often,
    /// VLs lack credits.
    pub stalled: Often,
    /// VLs that take part.
    pub lanes: Lanes,
    /// Resets in the middle.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2);
const SOME: Often = Often::each_cycle(6);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// How often packets arrive, leave, and cut through.
const LOADS: [[Often; 3]; 6] = [
    // It fills up to the last block, and drains to the last one.
    [ALL, NEVER, RARE],
    [NEVER, ALL, RARE],
    // It does so with traffic the other way.
    [MOST, SOME, RARE],
    [SOME, MOST, NEVER],
    // A packet leaves whenever one comes.
    [ALL, ALL, NEVER],
    // What came stays, and others pass by.
    [RARE, RARE, MOST],
];

impl Phase {
    /// A kind of traffic; `elapsed` are the cycles so far, which bound how long it lasts.
    pub fn any(random: &mut Random, detector: &Detector, elapsed: u64) -> Self {
        let configured = detector.virtual_lanes() as u64;
        let vl = random.below(configured);
        // The way from empty to full, in packets of the longest.
        let blocks = detector.ports() as u64 * u64::from(detector.buffer_blocks());
        let packet = u64::from(detector.packet_blocks());
        let way = 4 * blocks / packet + 8;
        // That to a threshold and back.
        let near = 4 * u64::from(detector.buffer_blocks()) / packet + 64;
        let any_marking_rate = Self::marking_rate(random, elapsed);
        let (kind, longest) = match random.below(16) {
            0..=3 => (Kind::Load, 32),
            4 => (Kind::Load, way),
            5 | 6 => (Kind::Settings, 32),
            7 => (Kind::Anything, 32),
            8 | 9 => {
                let marking_rate = any_marking_rate;
                (Kind::CountDown { vl, marking_rate }, 4)
            }
            _ => (Kind::Hover { vl }, near),
        };
        // A long one goes all the way up or down.
        let loads = if longest == way { &LOADS[..2] } else { &LOADS };
        let [enqueue, dequeue, cut_through] = one_of(random, loads);
        let only = one_of(random, &[None, None, Some(vl)]);
        let often = ALL.in_few_cycles(5);
        let mut phase = Phase {
            kind,
            enqueue,
            dequeue,
            cut_through,
            stalled: one_of(random, &[NEVER, NEVER, RARE, SOME]),
            lanes: Lanes { configured, only: if longest == way { Some(vl) } else { only } },
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, often]),
            cycles: 1 + random.below(longest),
        };
        if longest == way {
            phase.cycles += way / 2;
        }
        if longest == way || matches!(kind, Kind::CountDown { .. }) {
            (phase.stalled, phase.reset) = (NEVER, NEVER);
        }
        if let Kind::CountDown { marking_rate, .. } = kind {
            // What is left to skip from before, and then a whole round.
            phase.cycles += 2 * marking_rate;
        }
        phase
    }

    /// All VLs that are configured, one bit each.
    #[inline]
    pub fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.lanes.configured)
    }

    /// A number that counts down through a borrow of some length, and takes at most an eighth of
    /// the time so far.
    fn marking_rate(random: &mut Random, elapsed: u64) -> u64 {
        let bits = (u64::BITS - (elapsed / 8).leading_zeros()).min(MARKING_RATE_BITS as u32);
        let power = 1 << random.below(u64::from(bits).max(1));
        let any = power | random.below(power);
        one_of(random, &[power, power, power - 1, any])
    }
}
