//! Packets received by a NIC: legal ones, and ones with any fault.

use tailback_spec::nic::transmit::PSN_BYTE;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{bth, crc, lrh};
use tailback_spec::WideWord;

use crate::packets::{bytes_of, keep, Damage, Kind, Next, Packet};
use crate::random::{happens, one_of, Often, Random};

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
pub enum Length {
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
    /// Rate at which a packet with a BTH is a CNP, or nearly one.
    pub notification: Often,
    /// Distribution of lengths.
    pub length: Length,
}

/// A correct packet with a BTH.
#[derive(Debug, Clone, Copy, Default)]
pub struct Letter {
    /// VL.
    pub virtual_lane: u8,
    /// Service level, 0 to 15.
    pub service_level: u8,
    /// DLID.
    pub destination: u16,
    /// SLID.
    pub source: u16,
    /// PktLen.
    pub words: usize,
    /// OpCode.
    pub opcode: u8,
    /// FECN.
    pub fecn: bool,
    /// BECN.
    pub becn: bool,
    /// DestQP.
    pub queue_pair: u32,
    /// AckReq.
    pub ack_req: bool,
    /// PSN; random if `None`.
    pub psn: Option<u32>,
}

/// A beat of the link.
#[derive(Debug, Clone)]
pub struct LinkBeat {
    /// Data bytes.
    pub data: WideWord,
    /// Number of bytes in the beat, valid or not.
    pub bytes: usize,
    /// Valid bytes (`tkeep`); counts with `last`.
    pub keep: u64,
    /// Last beat of the packet.
    pub last: bool,
    /// The packet is marked bad; counts with `last`.
    pub bad: bool,
}

/// Received packet, beat by beat.
pub struct LinkPackets {
    port: Port,
    packet: Packet,
    bad: bool,
    nothing_counts: bool,
}

impl LinkPackets {
    /// A generator without a packet.
    pub fn new(port: Port) -> Self {
        LinkPackets { port, packet: Packet::default(), bad: false, nothing_counts: false }
    }

    /// Whether the whole packet has been sent.
    pub fn is_over(&self) -> bool {
        self.packet.is_over()
    }

    /// Drops the rest of the packet.
    pub fn abandon(&mut self) {
        self.packet.abandon();
    }

    /// Bytes of the packet.
    pub fn bytes(&self) -> &[u8] {
        self.packet.bytes()
    }

    /// `tkeep` with the lowest `counted` bits set and the next one clear; bits above are random.
    pub fn keep_of(&self, counted: usize, random: &mut Random) -> u64 {
        let mask = keep(self.port.width_bytes());
        let above = if random.below(4) == 0 { random.bits() } else { 0 };
        match counted < self.port.width_bytes() {
            true => (keep(counted) | above << 1 << counted) & mask,
            false => mask,
        }
    }

    /// Starts another packet, of any kind.
    pub fn begin(&mut self, mix: Mix, random: &mut Random) {
        let ill = happens(random, mix.ill);
        let lane = random.below(self.port.lanes() as u64) as usize;
        let data = self.port.virtual_lanes();
        let virtual_lane = if lane < data { lane } else { Port::MANAGEMENT_VL };
        let choice = random.below(16) as usize;
        let virtual_lane = if ill && choice < 3 { data + choice } else { virtual_lane };
        let version = if ill && choice == 3 { 1 << random.below(4) } else { 0 };
        let next = one_of(random, &[Next::Raw, Next::Ipv6, Next::Local, Next::Local, Next::Global]);
        let (least, most) = (next.least_words(), self.port.longest_words(lane));
        let words = match mix.length {
            _ if ill && choice == 4 => random.below(least as u64) as usize,
            _ if ill && choice == 5 => (most + 1 + random.below(3) as usize).min(lrh::MOST_WORDS),
            Length::Short => (least + random.below(16) as usize).min(most.max(least)),
            Length::Any => (random.below(most as u64 + 1) as usize).max(least),
            Length::Longest => (most - random.below(2) as usize).max(least),
        };
        let whole = bytes_of(words);
        let width = self.port.width_bytes();
        let near = 1 + random.below(2 * width as u64) as usize;
        let any = 1 + random.below(whole as u64) as usize;
        let damage = match choice {
            6 | 7 if ill => Damage::Flipped(random.below(8 * whole as u64) as usize),
            8 | 9 if ill => Damage::Bytes(whole.saturating_sub(near).max(1)),
            10 if ill => Damage::BytesAndVcrc(any),
            11 if ill => Damage::Bytes(any),
            12 | 13 if ill => Damage::Bytes(whole + near),
            _ => Damage::None,
        };
        (self.bad, self.nothing_counts) = (ill && choice == 14, ill && choice == 15);
        let destination = random.bits() as u16;
        let kind = Kind {
            virtual_lane: virtual_lane as u8,
            version,
            destination,
            words,
            next,
            fecn: random.below(2) == 0,
            damage,
        };
        self.packet.fill(&kind, random);
        if next == Next::Local && happens(random, mix.notification) {
            self.notify(words, random);
        }
    }

    /// Turns the packet into a CNP, or into one that differs in a bit of the OpCode.
    fn notify(&mut self, words: usize, random: &mut Random) {
        let mut bytes = self.packet.bytes().to_vec();
        let covered = bytes_of(words).min(bytes.len()).saturating_sub(crc::LINK_BYTES);
        if covered <= lrh::BYTES {
            return;
        }
        let without_payload = Next::Local.least_words();
        let covered = match random.below(3) {
            0 => covered,
            _ => {
                bytes[4] &= 0xF8;
                bytes[5] = without_payload as u8;
                bytes.resize(bytes_of(without_payload), 0x5A);
                bytes.len() - crc::LINK_BYTES
            }
        };
        let is_near = random.below(4) == 0;
        bytes[lrh::BYTES] = bth::OPCODE_CNP ^ u8::from(is_near) << random.below(8);
        if bytes.len() == covered + crc::LINK_BYTES && !(self.bad || random.below(8) == 0) {
            let vcrc = crc::vcrc(&bytes[..covered]);
            bytes[covered..].copy_from_slice(&vcrc);
        }
        self.packet.set(&bytes);
    }

    /// Starts a correct packet, apart from its damage on the path.
    pub fn write(&mut self, letter: &Letter, damage: Damage, random: &mut Random) {
        const ACK_REQ: usize = lrh::BYTES + 8;
        const ACK_REQ_MASK: u8 = 0x80;
        const BECN_MASK: u8 = bth::FECN_MASK >> 1;
        (self.bad, self.nothing_counts) = (false, false);
        let kind = Kind {
            virtual_lane: letter.virtual_lane,
            version: 0,
            destination: letter.destination,
            words: letter.words,
            next: Next::Local,
            fecn: letter.fecn,
            damage,
        };
        self.packet.fill_with(&kind, random, |bytes| {
            bytes[1] = letter.service_level << 4 | bytes[1] & 0xF;
            bytes[6..8].copy_from_slice(&letter.source.to_be_bytes());
            bytes[lrh::BYTES] = letter.opcode;
            let (becn, queue_pair) = (lrh::BYTES + bth::CONGESTION_BYTE, letter.queue_pair);
            bytes[becn] &= !BECN_MASK;
            bytes[becn] |= if letter.becn { BECN_MASK } else { 0 };
            bytes[becn + 1..becn + 4].copy_from_slice(&queue_pair.to_be_bytes()[1..]);
            bytes[ACK_REQ] &= !ACK_REQ_MASK;
            bytes[ACK_REQ] |= if letter.ack_req { ACK_REQ_MASK } else { 0 };
            if let Some(psn) = letter.psn {
                bytes[PSN_BYTE..ACK_REQ + 4].copy_from_slice(&psn.to_be_bytes()[1..]);
            }
        });
    }

    /// Next beat of the packet, if any is left.
    pub fn next_beat(&mut self, random: &mut Random) -> Option<LinkBeat> {
        let beat = self.packet.next_beat(self.port.width_bytes())?;
        let counted = if self.nothing_counts { 0 } else { beat.counted };
        let keep = match beat.last {
            true => self.keep_of(counted, random),
            // `tkeep` does not matter before the last beat.
            false => random.bits() & keep(self.port.width_bytes()),
        };
        let bad = match beat.last {
            true => self.bad,
            false => random.bits() & 1 != 0,
        };
        Some(LinkBeat { data: beat.data, bytes: beat.counted, keep, last: beat.last, bad })
    }
}
