//! Plans for packets, and the faults of bad ones.

use tailback_spec::switch::port::{beats, Port};
use tailback_spec::wire::lrh;

use super::phase::{Length, Traffic};
use crate::packets::{bytes_of, Damage, Kind, Next};
use crate::random::{happens, one_of, Random};

/// A packet, and the behaviour of the environment while it is received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub kind: Kind,
    /// The forwarding table has a route to its destination.
    pub known: bool,
    /// Free blocks of its virtual lane.
    pub free: u32,
    /// The link marks the packet bad.
    pub bad: bool,
    /// No byte of its last beat is valid.
    pub nothing_counts: bool,
}

/// Faults of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ill {
    Version,
    VirtualLane,
    TooShort,
    TooLong,
    Destination,
    Room,
    Truncated,
    Extended,
    Damaged,
    BadLink,
    NothingCounts,
}

const ILLS: [Ill; 11] = [
    Ill::Version,
    Ill::VirtualLane,
    Ill::TooShort,
    Ill::TooLong,
    Ill::Destination,
    Ill::Room,
    Ill::Truncated,
    Ill::Extended,
    Ill::Damaged,
    Ill::BadLink,
    Ill::NothingCounts,
];

/// Generator of plans for one port.
pub struct Planner {
    port: Port,
}

impl Planner {
    /// A generator for a port.
    pub fn new(port: &Port) -> Self {
        Planner { port: *port }
    }

    /// Beats of the longest packet.
    pub fn longest_beats(&self) -> u64 {
        beats(self.port.longest_words(0), self.port.width_bytes()) as u64
    }

    /// Plan of a packet, with one or two faults at the rate of faulty packets.
    pub fn plan(&self, random: &mut Random, traffic: Traffic) -> Plan {
        let mut plan = self.legal(random, traffic);
        if happens(random, traffic.ill) {
            let ill = one_of(random, &ILLS);
            self.spoil(&mut plan, ill, random);
            if random.below(4) == 0 {
                let ill = one_of(random, &ILLS);
                self.spoil(&mut plan, ill, random);
            }
        }
        plan
    }

    /// Plan of a packet that is accepted if its virtual lane has enough free blocks.
    fn legal(&self, random: &mut Random, traffic: Traffic) -> Plan {
        let data = self.port.virtual_lanes();
        let lane = match traffic.management {
            true => self.port.lanes() - 1,
            false => random.below(self.port.lanes() as u64) as usize,
        };
        let virtual_lane = if lane < data { lane } else { Port::MANAGEMENT_VL };
        let next = one_of(random, &Next::ALL);
        let words = self.words(random, traffic.length, lane, next);
        let needed = (words / 16 + 1) as u64;
        let all = self.port.buffer().blocks_of(lane) as u64;
        let any = needed + random.below(all.saturating_sub(needed) + 1);
        Plan {
            kind: Kind {
                virtual_lane: virtual_lane as u8,
                version: 0,
                destination: random.bits() as u16,
                words,
                next,
                fecn: random.below(4) == 0,
                damage: Damage::None,
            },
            known: true,
            free: one_of(random, &[needed, any, all]).min(all) as u32,
            bad: false,
            nothing_counts: false,
        }
    }

    /// A legal PktLen.
    fn words(&self, random: &mut Random, length: Length, lane: usize, next: Next) -> usize {
        const BLOCK_WORDS: u64 = 16;
        let (least, most) = (next.least_words(), self.port.longest_words(lane));
        let words = match length {
            Length::Short => least as u64 + random.below(BLOCK_WORDS),
            Length::Blocks => {
                BLOCK_WORDS * (1 + random.below(most as u64 / BLOCK_WORDS)) + random.below(3) - 1
            }
            Length::Any => random.below(most as u64 + 1),
            Length::Longest => most as u64 - random.below(2),
        };
        (words as usize).clamp(least, most.max(least))
    }

    /// Adds a fault to a packet.
    fn spoil(&self, plan: &mut Plan, ill: Ill, random: &mut Random) {
        let (data, width) = (self.port.virtual_lanes(), self.port.width_bytes());
        let whole = bytes_of(plan.kind.words);
        let kind = &mut plan.kind;
        let bytes = match random.below(2) {
            0 => Damage::Bytes,
            _ => Damage::BytesAndVcrc,
        };
        match ill {
            Ill::Version => kind.version = 1 << random.below(4),
            Ill::VirtualLane => {
                let management = (self.port.lanes() == data) as u64;
                let lanes = (Port::MANAGEMENT_VL - data) as u64 + management;
                kind.virtual_lane = data as u8 + random.below(lanes) as u8;
            }
            Ill::TooShort => kind.words = random.below(kind.next.least_words() as u64) as usize,
            Ill::TooLong => {
                const MOST: usize = lrh::MOST_WORDS;
                let lane = self.port.lane(kind.virtual_lane.into()).unwrap_or_default();
                let least = (self.port.longest_words(lane) + 1).min(MOST);
                let any = least + random.below((MOST - least) as u64 + 1) as usize;
                kind.words = one_of(random, &[least, least, any]);
                // The rest of a packet that is too long does not matter, and need not take so many
                // cycles.
                kind.damage = bytes(1 + random.below(200) as usize);
            }
            Ill::Destination => plan.known = false,
            Ill::Room => {
                let needed = kind.words as u64 / 16 + 1;
                let any = random.below(needed);
                plan.free = one_of(random, &[needed - 1, any]) as u32;
                let all = self.port.lane(kind.virtual_lane.into());
                plan.free =
                    plan.free.min(all.map_or(0, |it| self.port.buffer().blocks_of(it) as u32));
            }
            Ill::Truncated => {
                let near = (2 * width).min(whole - 1) as u64;
                let any = 1 + random.below(whole as u64 - 1) as usize;
                let at_end = whole - 1 - random.below(near) as usize;
                kind.damage = bytes(one_of(random, &[any, at_end, at_end]));
            }
            Ill::Extended => {
                let most = one_of(random, &[4, width, 2 * width, 200]);
                kind.damage = bytes(whole + 1 + random.below(most as u64) as usize);
            }
            Ill::Damaged => kind.damage = Damage::Flipped(random.below(8 * whole as u64) as usize),
            Ill::BadLink => plan.bad = true,
            Ill::NothingCounts => plan.nothing_counts = true,
        }
    }
}
