//! Packets of a host: legal ones, and ones with any fault.

use tailback_spec::nic::transmit::PSN_BYTE;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh;
use tailback_spec::WideWord;

use crate::packets::{bytes_of, keep, Damage, Kind, Next, Packet};
use crate::random::{happens, one_of, Often, Random};

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
pub enum Length {
    /// Shortest legal length.
    Shortest,
    /// Shortest legal length, or slightly more.
    Short,
    /// Any legal length.
    Any,
    /// Longest legal length, or one word less.
    Longest,
}

/// Kinds of packets in a phase.
#[derive(Debug, Clone, Copy)]
pub struct Mix {
    /// Rate of faults in packets.
    pub ill: Often,
    /// Distribution of lengths.
    pub length: Length,
}

/// Destination and number of a packet.
#[derive(Debug, Clone, Copy)]
pub struct Label {
    /// DLID.
    pub destination: u16,
    /// Service level, 0 to 15.
    pub service_level: u8,
    /// PSN, 24 bits, written at its position in a BTH that follows the LRH.
    pub psn: u32,
}

/// A beat of the host.
#[derive(Debug, Clone)]
pub struct HostBeat {
    /// Data bytes.
    pub data: WideWord,
    /// Valid bytes (`tkeep`); counts with `last`.
    pub keep: u64,
    /// Last beat of the packet.
    pub last: bool,
}

/// Packet of a host, beat by beat.
pub struct HostPackets {
    port: Port,
    packet: Packet,
    nothing_counts: bool,
}

impl HostPackets {
    /// A generator without a packet.
    pub fn new(port: Port) -> Self {
        HostPackets { port, packet: Packet::default(), nothing_counts: false }
    }

    /// Whether the whole packet has been sent.
    pub fn is_over(&self) -> bool {
        self.packet.is_over()
    }

    /// Drops the rest of the packet.
    pub fn abandon(&mut self) {
        self.packet.abandon();
    }

    /// A legal PktLen, or sometimes an illegal one.
    fn words(&self, mix: Mix, next: Next, lane: usize, random: &mut Random) -> usize {
        const MOST: u64 = lrh::MOST_WORDS as u64;
        let (least, most) = (next.least_words(), self.port.longest_words(lane));
        if happens(random, mix.ill) {
            let beyond = (most as u64 + 1 + random.below(3)).min(MOST);
            let below = random.below(least as u64);
            let any = random.below(MOST + 1);
            return one_of(random, &[beyond, below, least as u64 - 1, any]) as usize;
        }
        let words = match mix.length {
            Length::Shortest => least,
            Length::Short => least + random.below(40) as usize,
            Length::Any => random.below(most as u64 + 1) as usize,
            Length::Longest => most - random.below(2) as usize,
        };
        words.clamp(least, most.max(least))
    }

    /// Starts another packet; without a label, its destination is random.
    pub fn begin(&mut self, mix: Mix, label: Option<Label>, random: &mut Random) {
        let ill = happens(random, mix.ill);
        let lane = random.below(self.port.lanes() as u64) as usize;
        let data = self.port.virtual_lanes();
        let virtual_lane = if lane < data { lane } else { Port::MANAGEMENT_VL };
        let other = random.below(16) as usize;
        let virtual_lane = if ill && other < 4 { data + other } else { virtual_lane };
        let version = if ill && other == 5 { 1 << random.below(4) } else { 0 };
        let next = one_of(random, &Next::ALL);
        let words = self.words(mix, next, lane, random);
        let damage = match happens(random, mix.ill) {
            true => self.damage(bytes_of(words), random),
            false => Damage::None,
        };
        self.nothing_counts = damage != Damage::None && random.below(8) == 0;
        let any = random.bits();
        let label = label.unwrap_or(Label {
            destination: any as u16,
            service_level: (any >> u16::BITS) as u8 & 0xF,
            psn: (any >> u32::BITS) as u32,
        });
        let kind = Kind {
            virtual_lane: (virtual_lane & 0xF) as u8,
            version,
            destination: label.destination,
            words,
            next,
            fecn: false,
            damage,
        };
        self.packet.fill_with(&kind, random, |bytes| {
            bytes[1] = label.service_level << 4 | bytes[1] & 0xF;
            bytes[PSN_BYTE..PSN_BYTE + 3].copy_from_slice(&label.psn.to_be_bytes()[1..]);
        });
    }

    /// A number of bytes other than PktLen gives.
    fn damage(&self, whole: usize, random: &mut Random) -> Damage {
        let width = self.port.width_bytes();
        let near = 1 + random.below(2 * width as u64) as usize;
        let any = 1 + random.below(whole as u64) as usize;
        let choices = [any, whole.saturating_sub(near).max(1), whole + near, whole + 5 * width];
        // Dropped bytes should not take long.
        Damage::Bytes(one_of(random, &choices).min(64 * width + near))
    }

    /// Next beat of the packet, if any is left.
    pub fn next_beat(&mut self, random: &mut Random) -> Option<HostBeat> {
        let width = self.port.width_bytes();
        let beat = self.packet.next_beat(width)?;
        let (any, mask) = (random.bits(), keep(width));
        let counted = if self.nothing_counts { 0 } else { beat.counted };
        let keep = match beat.last {
            true if counted < width => {
                let above = if any & 3 == 0 { random.bits() } else { 0 };
                (keep(counted) | above << 1 << counted) & mask
            }
            true => mask,
            // `tkeep` does not matter before the last beat.
            false => any & mask,
        };
        Some(HostBeat { data: beat.data, keep, last: beat.last })
    }
}
