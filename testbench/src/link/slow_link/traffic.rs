//! Packets for a slow link, and the rates of a phase.

use tailback_model::interface::PacketStream;
use tailback_spec::link::slow_link::{SlowLinkEnd, RATE_BITS};

use crate::packets::noise;
use crate::random::{happens, one_of, Often, Random};

pub(super) type Beat = PacketStream<bool, tailback_spec::WideWord, u64, u64>;

/// Beats of packets: of random lengths, most of them as their headers say, and flow-control packets.
#[derive(Debug, Clone)]
pub(super) struct Traffic {
    end: SlowLinkEnd,
    /// All packets that begin are flow-control packets.
    pub only_flow_control: bool,
    /// Beats that are left of the packet.
    left: u64,
}

impl Traffic {
    pub fn new(end: &SlowLinkEnd) -> Self {
        Traffic { end: *end, only_flow_control: false, left: 0 }
    }

    /// Whether the next beat is the first of a packet.
    pub fn is_between(&self) -> bool {
        self.left == 0
    }

    /// The next beat.
    pub fn next(&mut self, random: &mut Random) -> Beat {
        let width = self.end.width_bytes();
        let mut beat = Beat {
            tvalid: true,
            tdata: noise(width, random),
            tkeep: random.bits() >> (u64::BITS as usize - width),
            tuser: random.bits() & 2,
            ..Default::default()
        };
        if self.left == 0 {
            self.begin(&mut beat, random);
        }
        self.left -= 1;
        beat.tlast = self.left == 0;
        beat
    }

    fn begin(&mut self, first: &mut Beat, random: &mut Random) {
        if self.only_flow_control || random.below(4) == 0 {
            first.tuser |= 1;
            self.left = 1;
            return;
        }
        let (longest, words) = (self.end.longest_beats() as u64, self.end.words() as u64);
        let beats = match random.below(4) {
            0 => longest,
            1 => 2 + random.below(4).min(longest - 2),
            _ => 2 + random.below(longest - 1),
        };
        let header = (beats - 1) * words + random.below(words);
        set_words(first, header);
        self.left = match random.below(16) {
            0 => 1 + random.below(2 * longest),
            1 => {
                set_words(first, random.bits());
                beats
            }
            _ => beats,
        };
    }
}

/// Sets PktLen in the first beat of a packet.
fn set_words(first: &mut Beat, words: u64) {
    const PKT_LEN: u64 = 0x0000_FF07_0000_0000;
    let bytes = (words >> 8 & 7) << 32 | (words & 0xFF) << 40;
    first.tdata[0] = first.tdata[0] & !PKT_LEN | bytes;
}

/// A stream in which a beat that is not accepted stays.
#[derive(Debug, Clone)]
pub(super) struct Offer {
    traffic: Traffic,
}

impl Offer {
    pub fn new(end: &SlowLinkEnd) -> Self {
        Offer { traffic: Traffic::new(end) }
    }

    /// Replaces the beat of the cycle before, if it was accepted. Inside a packet there is no pause.
    pub fn drive(&mut self, beat: &mut Beat, was_ready: bool, phase: &Phase, random: &mut Random) {
        if beat.tvalid && !was_ready {
            return;
        }
        self.traffic.only_flow_control = phase.only_flow_control;
        *beat = if !self.traffic.is_between() || happens(random, phase.offered) {
            self.traffic.next(random)
        } else {
            Beat::default()
        };
    }
}

/// Rates for some time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    /// Rate of the link.
    pub rate: u64,
    /// Rate of packets.
    pub offered: Often,
    /// How beats come that cannot be stalled.
    pub pace: Pace,
    /// All packets that begin are flow-control packets.
    pub only_flow_control: bool,
    longest: u64,
    /// Cycles that are left.
    left: u64,
}

/// Beats that cannot be stalled: when they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// At the rate of the link.
    Steady,
    /// In each cycle.
    Each,
    /// At random.
    Random(Often),
}

impl Phase {
    pub fn new(end: &SlowLinkEnd) -> Self {
        let longest = end.longest_beats() as u64;
        Phase {
            rate: 1 << 15,
            offered: Often::ALWAYS,
            pace: Pace::Steady,
            only_flow_control: false,
            longest,
            left: 10 * longest,
        }
    }

    /// Another cycle; reports whether it is one of reset.
    pub fn next(&mut self, random: &mut Random) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.left = 1 + random.below(16 * self.longest);
        let most = (1 << RATE_BITS) - 1;
        self.only_flow_control = random.below(8) == 0;
        self.rate = match random.below(7) {
            0 => most,
            1 => 1 << 15,
            2 => random.below(1 << RATE_BITS),
            3 => most - random.below(1 << 13),
            4 => most / (1 + random.below(12)),
            5 => (1 + random.below(2)) << random.below(15),
            _ => random.below(2) << random.below(12),
        };
        self.offered = one_of(
            random,
            &[Often::ALWAYS, Often::each_cycle(1), Often::each_cycle(8), Often::NEVER],
        );
        self.pace = match random.below(6) {
            0..=2 => Pace::Steady,
            3 => Pace::Each,
            4 => Pace::Random(Often::each_cycle(8)),
            _ => Pace::Random(Often::each_cycle(1)),
        };
        random.below(8) == 0
    }
}
