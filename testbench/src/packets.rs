//! Packets for stimulus: bytes from a few parameters, legal or not, divided into beats.

#[cfg(test)]
mod tests;

use tailback_spec::link::VCRC_BYTES;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{bth, crc, lrh};
use tailback_spec::WideWord;

use crate::random::Random;

/// Header that follows the Local Route Header (LNH).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Raw: no InfiniBand transport.
    Raw,
    /// An IPv6 header.
    Ipv6,
    /// The Base Transport Header.
    Local,
    /// A Global Route Header, then a Base Transport Header.
    Global,
    /// A Global Route Header, then no InfiniBand transport.
    GlobalOther,
}

impl Next {
    /// All values.
    pub const ALL: [Next; 5] =
        [Next::Raw, Next::Ipv6, Next::Local, Next::Global, Next::GlobalOther];

    /// Least PktLen.
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

/// Parameters of a packet. All other fields are random.
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
    /// Header that follows the LRH.
    pub next: Next,
    /// FECN, if the packet has a BTH.
    pub fecn: bool,
    /// Damage of the packet, if any.
    pub damage: Damage,
}

impl Kind {
    /// Bytes of the packet on the link.
    pub fn bytes(&self) -> usize {
        match self.damage {
            Damage::None | Damage::Flipped(_) => bytes_of(self.words),
            Damage::Bytes(bytes) | Damage::BytesAndVcrc(bytes) => bytes,
        }
    }
}

/// Damage of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// No damage.
    None,
    /// One flipped bit, counted from the least significant bit of the first byte.
    Flipped(usize),
    /// A length of this many bytes, at least 1, independent of PktLen; the last two are a correct
    /// VCRC.
    Bytes(usize),
    /// A length of this many bytes, at least 1, independent of PktLen; the last two are a wrong
    /// VCRC.
    BytesAndVcrc(usize),
}

/// Bytes from the LRH to the VCRC of a packet with this PktLen.
pub fn bytes_of(words: usize) -> usize {
    words * lrh::WORD_BYTES + VCRC_BYTES
}

/// A beat of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// Data bytes; those beyond `counted` are random.
    pub data: WideWord,
    /// Number of valid bytes.
    pub counted: usize,
    /// First beat of its packet.
    pub first: bool,
    /// Last beat of its packet.
    pub last: bool,
}

/// Largest number of bytes of a beat.
const MOST_WIDTH_BYTES: usize = *Port::WIDTH_BYTES.end() as usize;
/// Bytes per 64-bit word of random bits and of a port's data.
const WORD_BYTES: usize = size_of::<u64>();

/// A packet that is sent to a link beat by beat. Its memory is reused for further packets.
#[derive(Debug, Clone, Default)]
pub struct Packet {
    /// Bytes of the packet, with padding for a last beat.
    bytes: Vec<u8>,
    length: usize,
    gone: usize,
}

impl Packet {
    /// Replaces the packet by another one.
    pub fn fill(&mut self, kind: &Kind, random: &mut Random) {
        self.fill_with(kind, random, |_| {});
    }

    /// Replaces the packet by another one, with headers that `change` modifies; it may change any
    /// byte.
    pub fn fill_with(&mut self, kind: &Kind, random: &mut Random, change: impl FnOnce(&mut [u8])) {
        let whole = bytes_of(kind.words);
        self.length = kind.bytes();
        self.gone = 0;
        // Space for the headers, even of a packet that is shorter.
        const HEADERS: usize = lrh::BYTES + crc::GRH_BYTES + bth::BYTES;
        let words = (self.length.max(HEADERS) + MOST_WIDTH_BYTES).div_ceil(WORD_BYTES);
        self.bytes.clear();
        (0..words).for_each(|_| self.bytes.extend_from_slice(&random.bits().to_le_bytes()));

        self.head(kind);
        change(&mut self.bytes);
        // A packet that is too long has a good VCRC at its nominal end, too.
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

    /// Replaces the packet by the given bytes.
    pub fn set(&mut self, bytes: &[u8]) {
        (self.length, self.gone) = (bytes.len(), 0);
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(bytes.len() + MOST_WIDTH_BYTES, 0);
    }

    /// Writes the headers, as far as switches interpret them.
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
            // The value differs from the transport's in one bit.
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

    /// Writes the VCRC into the last two of `length` bytes.
    fn seal(&mut self, length: usize) {
        if let Some((covered, vcrc)) = self.bytes[..length].split_last_chunk_mut::<VCRC_BYTES>() {
            vcrc.copy_from_slice(&crc::vcrc(covered));
        }
    }

    /// Bytes of the packet.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether the whole packet has been sent.
    pub fn is_over(&self) -> bool {
        self.gone >= self.length
    }

    /// Drops the rest of the packet.
    pub fn abandon(&mut self) {
        self.gone = self.length;
    }

    /// Next beat of `width` bytes, if any bytes are left.
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

/// `tkeep` for `counted` valid bytes.
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
