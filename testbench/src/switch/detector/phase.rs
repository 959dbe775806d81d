//! Phases of the stimulus of the congestion detector.

use tailback_spec::switch::detector::Detector;

use super::MARKING_RATE_BITS;
use crate::link::any_vl;
use crate::random::{one_of, Often, Random};

/// A kind of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A port with some load, and constant settings.
    Load,
    /// A port with some load, and settings that change in each cycle.
    Settings,
    /// The occupancy of a VL stays around a threshold.
    Hover {
        /// The VL.
        vl: u64,
    },
    /// A VL is congested until a packet is marked.
    CountDown {
        /// The VL.
        vl: u64,
        /// Unmarked packets in between.
        marking_rate: u64,
    },
    /// Arbitrary events, including ones that no switch causes. The behaviour is still defined,
    /// because counters wrap around.
    Anything,
}

/// VLs in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes {
    /// Number of configured VLs.
    configured: u64,
    /// The only VL in use; `None`: all, and sometimes one that is not configured.
    only: Option<u64>,
}

impl Lanes {
    /// Whether all VLs are in use.
    pub fn are_all(&self) -> bool {
        self.only.is_none()
    }

    /// One of the VLs in use.
    #[inline]
    pub fn any(&self, random: &mut Random) -> u64 {
        match self.only {
            Some(vl) => vl,
            None => any_vl(random, self.configured as usize),
        }
    }
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Kind of traffic.
    pub kind: Kind,
    /// Rate of arriving packets.
    pub enqueue: Often,
    /// Rate of departures of waiting packets.
    pub dequeue: Often,
    /// Rate of packets that cut through.
    pub cut_through: Often,
    /// Rate at which VLs lack credits.
    pub stalled: Often,
    /// VLs in use.
    pub lanes: Lanes,
    /// Rate of resets during the phase.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2);
const SOME: Often = Often::each_cycle(6);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of arriving, departing and cut-through packets.
const LOADS: [[Often; 3]; 6] = [
    // The buffer fills up to the last block, and drains to the last one.
    [ALL, NEVER, RARE],
    [NEVER, ALL, RARE],
    // Filling and draining with traffic in the other direction.
    [MOST, SOME, RARE],
    [SOME, MOST, NEVER],
    // A packet leaves whenever one enters.
    [ALL, ALL, NEVER],
    // Waiting packets stay, and others cut through.
    [RARE, RARE, MOST],
];

impl Phase {
    /// A random phase; `elapsed` is the number of cycles so far, which bounds its length.
    pub fn any(random: &mut Random, detector: &Detector, elapsed: u64) -> Self {
        let configured = detector.virtual_lanes() as u64;
        let vl = random.below(configured);
        // From empty to full, in packets of the longest length.
        let blocks = detector.ports() as u64 * u64::from(detector.buffer_blocks());
        let packet = u64::from(detector.packet_blocks());
        let way = 4 * blocks / packet + 8;
        // From empty to a threshold and back.
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
        // A long phase fills or drains the buffer completely.
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
            // Packets left to skip from before, and then a whole interval.
            phase.cycles += 2 * marking_rate;
        }
        phase
    }

    /// All configured VLs, one bit each.
    #[inline]
    pub fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.lanes.configured)
    }

    /// A marking rate whose countdown has a borrow of some length, and takes at most an eighth of
    /// the time so far.
    fn marking_rate(random: &mut Random, elapsed: u64) -> u64 {
        let bits = (u64::BITS - (elapsed / 8).leading_zeros()).min(MARKING_RATE_BITS as u32);
        let power = 1 << random.below(u64::from(bits).max(1));
        let any = power | random.below(power);
        one_of(random, &[power, power, power - 1, any])
    }
}
