//! Words of packets as the ingress has stored them: legal headers, and an end that may be bad.

use tailback_model::switch::egress::EgressInputs;
use tailback_spec::switch::port::{beats, Port};

use crate::packets::{bytes_of, keep, Damage, Kind, Next, Packet};
use crate::random::{happens, one_of, Often, Random};

/// Kinds of packets.
#[derive(Debug, Clone, Copy)]
pub struct Traffic {
    /// Rate of bad packets.
    pub bad: Often,
    pub length: Length,
    /// The only virtual lane with packets; `None`: all.
    pub only: Option<usize>,
}

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
pub enum Length {
    /// Shortest legal length, so that a counter of blocks wraps around soon.
    Shortest,
    /// Shortest legal length, or slightly more.
    Short,
    /// Any legal length.
    Any,
    /// Longest legal length, or one word less.
    Longest,
}

/// Offsets of the bytes that may hold FECN: a packet truncated before that byte is not marked.
const FECN: [usize; 2] = [12, 52];

/// Packets of one port, one after the other.
pub struct Words {
    port: Port,
    packet: Packet,
    bad: bool,
    /// No byte of its last word is valid.
    nothing_counts: bool,
    /// Words left, unless the packet ends earlier.
    left: usize,
}

impl Words {
    /// A generator for a port.
    pub fn new(port: &Port) -> Self {
        let packet = Packet::default();
        Words { port: *port, packet, bad: false, nothing_counts: false, left: 0 }
    }

    /// Drops the rest of the packet.
    pub fn abandon(&mut self) {
        self.packet.abandon();
    }

    /// Next word of the current packet, or the first of another one.
    pub fn next(&mut self, traffic: Traffic, random: &mut Random, inputs: &mut EgressInputs) {
        if self.packet.is_over() {
            self.begin(traffic, random);
        }
        let width = self.port.width_bytes();
        let Some(beat) = self.packet.next_beat(width) else { return };
        self.left -= 1;
        // A packet that is too long is stored up to its nominal end.
        let last = beat.last || self.left == 0;
        if last {
            self.packet.abandon();
        }
        let counted = if last && self.nothing_counts { 0 } else { beat.counted };
        (inputs.word_valid, inputs.word_first, inputs.word_last) = (true, beat.first, last);
        inputs.word_bad = last && self.bad;
        inputs.word = beat.data;
        inputs.word.push(keep(counted));
    }

    fn begin(&mut self, traffic: Traffic, random: &mut Random) {
        let data = self.port.virtual_lanes();
        let lanes = self.port.lanes();
        let lane = traffic.only.unwrap_or(random.below(lanes as u64) as usize) % lanes;
        let next = match traffic.length {
            Length::Shortest => Next::Raw,
            _ => one_of(random, &Next::ALL),
        };
        let (least, most) = (next.least_words(), self.port.longest_words(lane));
        let words = match traffic.length {
            Length::Shortest => least,
            Length::Short => least + random.below(16) as usize,
            Length::Any => random.below(most as u64 + 1) as usize,
            Length::Longest => most - random.below(2) as usize,
        };
        let words = words.clamp(least, most.max(least));
        self.left = beats(words, self.port.width_bytes());
        (self.bad, self.nothing_counts) = (false, false);
        let mut damage = Damage::None;
        // A bad packet of one word is not stored.
        if self.left > 1 && happens(random, traffic.bad) {
            self.bad = true;
            damage = self.damage(bytes_of(words), random);
        }
        let kind = Kind {
            virtual_lane: if lane < data { lane } else { Port::MANAGEMENT_VL } as u8,
            version: 0,
            destination: random.bits() as u16,
            words,
            next,
            fecn: random.below(4) == 0,
            damage,
        };
        self.packet.fill(&kind, random);
    }

    /// Damage of a packet of `whole` bytes, behind its first word.
    fn damage(&mut self, whole: usize, random: &mut Random) -> Damage {
        const HEADER_BITS: usize = 64;
        let width = self.port.width_bytes();
        let any = random.below(whole as u64) as usize;
        let marked = one_of(random, &FECN) + random.below(8) as usize;
        let cut = one_of(random, &[any, marked]).clamp(width + 1, whole);
        match random.below(6) {
            0 => Damage::Flipped(
                HEADER_BITS + random.below((8 * whole - HEADER_BITS) as u64) as usize,
            ),
            1 => Damage::Bytes(whole + 1 + random.below(2 * width as u64) as usize),
            2 => {
                self.nothing_counts = true;
                Damage::Bytes(cut)
            }
            // The packet is correct, but marked bad.
            3 => Damage::None,
            _ => Damage::Bytes(cut),
        }
    }
}
