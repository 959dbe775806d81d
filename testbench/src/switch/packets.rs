//! Packets for stimulus: bytes from a few parameters, legal or not, cut into beats.

#[cfg(test)]
mod tests;

use tailback_spec::link::VCRC_BYTES;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{bth, crc, lrh};
use tailback_spec::WideWord;

use crate::random::Random;

/// What follows the Local Route Header: LNH.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Something that has no InfiniBand transport.
    Raw,
    /// An IPv6 header.
    Ipv6,
    /// The Base Transport Header.
    Local,
    /// A Global Route Header, then a Base Transport Header.
    Global,
    /// A Global Route Header, then something that has no InfiniBand transport.
    GlobalOther,
}

impl Next {
    /// All of them.
    pub const ALL: [Next; 5] =
        [Next::Raw, Next::Ipv6, Next::Local, Next::Global, Next::GlobalOther];

    /// The least PktLen.
    pub fn least_words(self) -> usize {
        let next = match self {
            Next::Raw => lrh::Next::Raw,
            Next::Ipv6 => lrh::Next::Ipv6,
            Next::Local => lrh::Next::Local,
            Next::Global | Next::GlobalOther => lrh::Next::Global,
        };
        next.least_words() as usize
    }

    fn code(self) -> u8 {
        match self {
            Next::Raw => 0,
            Next::Ipv6 => 1,
            Next::Local => 2,
            Next::Global | Next::GlobalOther => 3,
        }
    }
}

/// What a packet is to be. All else of it is random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// VL, 0 to 15.
    pub virtual_lane: u8,
    /// LVer, 0 to 15; 0 is legal.
    pub version: u8,
    /// DLID.
    pub destination: u16,
    /// PktLen, 0 to 2047.
    pub words: usize,
    /// What follows the header.
    pub next: Next,
    /// FECN, if there is one.
    pub fecn: bool,
    /// What happened to the packet.
    pub damage: Damage,
}

impl Kind {
    /// Bytes that it has on the link.
    pub fn bytes(&self) -> usize {
        match self.damage {
            Damage::None | Damage::Flipped(_) => bytes_of(self.words),
            Damage::Bytes(bytes) | Damage::BytesAndVcrc(bytes) => bytes,
        }
    }
}

/// What happened to a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// Nothing.
    None,
    /// This bit is flipped, counted from the first byte's least significant one.
    Flipped(usize),
    /// It has so many bytes, 1 at least, whatever its header says; the last two are their VCRC.
    Bytes(usize),
    /// The same, and the last two are not.
    BytesAndVcrc(usize),
}

/// Bytes from the LRH to the VCRC of a packet with this PktLen.
pub fn bytes_of(words: usize) -> usize {
    words * lrh::WORD_BYTES + VCRC_BYTES
}

/// A beat as a link has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// The bytes; those that do not count are random.
    pub data: WideWord,
    /// Bytes that count.
    pub counted: usize,
    /// It is the first of its packet.
    pub first: bool,
    /// It is the last.
    pub last: bool,
}

/// The most bytes of a beat.
const MOST_WIDTH_BYTES: usize = *Port::WIDTH_BYTES.end() as usize;
/// Bytes of a word of random bits and of a port.
const WORD_BYTES: usize = size_of::<u64>();

/// A packet that goes to a link beat by beat. It is made over and over again, in the same memory.
#[derive(Debug, Clone, Default)]
pub struct Packet {
    /// Its bytes, and as many others as fill a beat.
    bytes: Vec<u8>,
    length: usize,
    gone: usize,
}

impl Packet {
    /// Makes another packet of this one.
    pub fn fill(&mut self, kind: &Kind, random: &mut Random) {
        self.fill_with(kind, random, |_| {});
    }

    /// The same, with headers that `change` has seen: it gets all bytes, and may change any.
    pub fn fill_with(&mut self, kind: &Kind, random: &mut Random, change: impl FnOnce(&mut [u8])) {
        let whole = bytes_of(kind.words);
        self.length = kind.bytes();
        self.gone = 0;
        // Room for the headers, even of a packet that is shorter.
        const HEADERS: usize = lrh::BYTES + crc::GRH_BYTES + bth::BYTES;
        let words = (self.length.max(HEADERS) + MOST_WIDTH_BYTES).div_ceil(WORD_BYTES);
        self.bytes.clear();
        (0..words).for_each(|_| self.bytes.extend_from_slice(&random.bits().to_le_bytes()));

        self.head(kind);
        change(&mut self.bytes);
        // A packet that goes on has a good VCRC where it should end, too.
        if whole <= self.length.saturating_sub(VCRC_BYTES) {
            self.seal(whole);
        }
        self.seal(self.length);
        match kind.damage {
            Damage::Flipped(bit) => self.bytes[bit / 8 % self.length] ^= 1 << (bit % 8),
            Damage::BytesAndVcrc(_) => self.bytes[self.length - 1] ^= 1,
            Damage::None | Damage::Bytes(_) => {}
        }
    }

    /// Makes a packet of these bytes, which are all of it.
    pub fn set(&mut self, bytes: &[u8]) {
        (self.length, self.gone) = (bytes.len(), 0);
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(bytes.len() + MOST_WIDTH_BYTES, 0);
    }

    /// The headers, as far as switches look at them.
    fn head(&mut self, kind: &Kind) {
        const NEXT_HEADER: usize = lrh::BYTES + 6;
        const TRANSPORT: u8 = 0x1B;
        let bytes = &mut self.bytes;
        bytes[0] = kind.virtual_lane << 4 | kind.version;
        bytes[1] = bytes[1] & 0xFC | kind.next.code();
        bytes[2..4].copy_from_slice(&kind.destination.to_be_bytes());
        let reserved = bytes[4] & 0xF8;
        bytes[4..6].copy_from_slice(&(kind.words as u16).to_be_bytes());
        bytes[4] |= reserved;
        match kind.next {
            Next::Global => bytes[NEXT_HEADER] = TRANSPORT,
            // One bit makes the difference.
            Next::GlobalOther => bytes[NEXT_HEADER] = TRANSPORT ^ 1 << (bytes[NEXT_HEADER] % 8),
            Next::Raw | Next::Ipv6 | Next::Local => {}
        }
        let transport = match kind.next {
            Next::Global | Next::GlobalOther => lrh::BYTES + crc::GRH_BYTES,
            Next::Raw | Next::Ipv6 | Next::Local => lrh::BYTES,
        };
        let congestion = &mut bytes[transport + bth::CONGESTION_BYTE];
        *congestion &= !bth::FECN_MASK;
        if kind.fecn {
            *congestion |= bth::FECN_MASK;
        }
    }

    /// Makes the last two of so many bytes their VCRC.
    fn seal(&mut self, length: usize) {
        if let Some((covered, vcrc)) = self.bytes[..length].split_last_chunk_mut::<VCRC_BYTES>() {
            vcrc.copy_from_slice(&crc::vcrc(covered));
        }
    }

    /// All of its bytes that count.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether all of it has gone.
    pub fn is_over(&self) -> bool {
        self.gone >= self.length
    }

    /// What is left of it does not go.
    pub fn abandon(&mut self) {
        self.gone = self.length;
    }

    /// The next `width` bytes, if any are left.
    pub fn next_beat(&mut self, width: usize) -> Option<Beat> {
        if self.is_over() {
            return None;
        }
        let words = self.bytes[self.gone..self.gone + width].chunks_exact(WORD_BYTES);
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let data = words.map(word).collect();
        let counted = width.min(self.length - self.gone);
        let first = self.gone == 0;
        self.gone += counted;
        Some(Beat { data, counted, first, last: self.is_over() })
    }
}

/// One bit for each byte that counts.
pub fn keep(counted: usize) -> u64 {
    match counted {
        0 => 0,
        counted => u64::MAX >> (u64::BITS as usize - counted),
    }
}

/// `width` random bytes.
pub fn noise(width: usize, random: &mut Random) -> WideWord {
    (0..width / WORD_BYTES).map(|_| random.bits()).collect()
}
