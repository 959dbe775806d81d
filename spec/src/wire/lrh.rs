//! The Local Route Header, with which each packet on a link begins (IBA 7.7): 8 bytes.
//!
//! ```text
//! byte 0: VL (4), LVer (4)      byte 1: SL (4), reserved (2), LNH (2)
//! bytes 2-3: DLID               bytes 4-5: reserved (5), PktLen (11)
//! bytes 6-7: SLID
//! ```

use super::{
    check_length,
    lid::{Destination, Source},
    read, write, Number, Truncated,
};

mod field {
    use std::ops::Range;

    pub const VL_LVER: usize = 0;
    pub const SL_LNH: usize = 1;
    pub const DLID: Range<usize> = 2..4;
    pub const PKTLEN: Range<usize> = 4..6;
    pub const SLID: Range<usize> = 6..8;

    /// Position of the field in the upper half of its byte.
    pub const VL_LSB: u32 = 4;
    pub const LVER_MASK: u8 = 0x0F;
    /// Position of the field in the upper half of its byte.
    pub const SL_LSB: u32 = 4;
    pub const LNH_MASK: u8 = 0x03;
}

/// Bytes of the header.
pub const BYTES: usize = field::SLID.end;

/// Bytes of a word, the unit of PktLen (IBA 7.7).
pub const WORD_BYTES: usize = 4;

/// Largest PktLen, in words: the field has 11 bits (IBA 7.7).
pub const MOST_WORDS: usize = (1 << 11) - 1;

/// The only link version (IBA 7.7).
pub const VERSION: u8 = 0;

/// A view of bytes that begin with a Local Route Header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header<T> {
    bytes: T,
}

impl<T: AsRef<[u8]>> Header<T> {
    /// A view of `bytes`, if there are enough of them.
    ///
    /// # Errors
    ///
    /// If there are fewer than [`BYTES`] bytes.
    pub fn new_checked(bytes: T) -> Result<Self, Truncated> {
        check_length(bytes.as_ref(), BYTES)?;
        Ok(Header { bytes })
    }

    /// The bytes.
    pub fn into_inner(self) -> T {
        self.bytes
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.as_ref()[at]
    }

    /// VL: the virtual lane of the packet, 15 being that of management (IBA 7.7).
    pub fn virtual_lane(&self) -> Number<4> {
        Number::low((self.byte(field::VL_LVER) >> field::VL_LSB).into())
    }

    /// LVer: the version of the link protocol (IBA 7.7).
    pub fn version(&self) -> u8 {
        self.byte(field::VL_LVER) & field::LVER_MASK
    }

    /// SL: the service level, which does not change along the path (IBA 7.7).
    pub fn service_level(&self) -> Number<4> {
        Number::low((self.byte(field::SL_LNH) >> field::SL_LSB).into())
    }

    /// LNH: the next header (IBA 7.7).
    pub fn next(&self) -> Next {
        match self.byte(field::SL_LNH) & field::LNH_MASK {
            0b00 => Next::Raw,
            0b01 => Next::Ipv6,
            0b10 => Next::Local,
            _ => Next::Global,
        }
    }

    /// DLID: the destination of the packet (IBA 7.7).
    pub fn destination(&self) -> u16 {
        read(&self.bytes.as_ref()[field::DLID]) as u16
    }

    /// PktLen: words from the first of this header to the last before the VCRC (IBA 7.7).
    pub fn words(&self) -> Number<11> {
        Number::low(read(&self.bytes.as_ref()[field::PKTLEN]))
    }

    /// SLID: the source of the packet (IBA 7.7).
    pub fn source(&self) -> u16 {
        read(&self.bytes.as_ref()[field::SLID]) as u16
    }
}

impl From<[u8; BYTES]> for Header<[u8; BYTES]> {
    fn from(bytes: [u8; BYTES]) -> Self {
        Header { bytes }
    }
}

/// Next header: LNH (IBA 7.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Next {
    /// A packet without InfiniBand transport, after a header with its EtherType.
    Raw,
    /// An IPv6 header, without InfiniBand transport.
    Ipv6,
    /// The Base Transport Header: a packet for the same subnet.
    Local,
    /// The Global Route Header, then the Base Transport Header.
    Global,
}

impl Next {
    /// Words of the shortest packet: all its headers, and the ICRC if it has one.
    pub fn least_words(self) -> u32 {
        const LRH: u32 = 2;
        const RAW: u32 = 1;
        const GRH: u32 = 10;
        const BTH: u32 = 3;
        const ICRC: u32 = 1;
        match self {
            Next::Raw => LRH + RAW,
            Next::Ipv6 => LRH + GRH,
            Next::Local => LRH + BTH + ICRC,
            Next::Global => LRH + GRH + BTH + ICRC,
        }
    }

    fn code(self) -> u8 {
        match self {
            Next::Raw => 0b00,
            Next::Ipv6 => 0b01,
            Next::Local => 0b10,
            Next::Global => 0b11,
        }
    }
}

/// Next header, and a length that is enough for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extent {
    next: Next,
    words: Number<11>,
}

impl Extent {
    /// A packet of `words` words before its VCRC, if these are enough.
    pub fn new(next: Next, words: Number<11>) -> Option<Self> {
        (words.get() >= next.least_words()).then_some(Extent { next, words })
    }

    /// Next header.
    pub fn next(self) -> Next {
        self.next
    }

    /// Words before the VCRC.
    pub fn words(self) -> Number<11> {
        self.words
    }

    /// Bytes before the VCRC.
    pub fn bytes(self) -> usize {
        self.words.get() as usize * WORD_BYTES
    }
}

/// Contents of a legal header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repr {
    /// Virtual lane of the packet.
    pub virtual_lane: Number<4>,
    /// Service level.
    pub service_level: Number<4>,
    /// Destination of the packet.
    pub destination: Destination,
    /// Next header, and the length of the packet.
    pub extent: Extent,
    /// Source of the packet.
    pub source: Source,
}

/// Reason for which bytes are no legal Local Route Header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// LVer is not [`VERSION`].
    #[error("link version {0} is unknown")]
    Version(u8),
    /// DLID is 0.
    #[error("the destination is the reserved LID 0")]
    Destination,
    /// SLID is 0 or a multicast LID.
    #[error("the source is {0:#06x}, which is no unicast LID")]
    Source(u16),
    /// PktLen is too small for the headers that LNH announces.
    #[error("a length of {0} words is too small")]
    Length(u32),
}

impl Repr {
    /// Contents of the header in `header`.
    ///
    /// # Errors
    ///
    /// If LVer is not [`VERSION`], DLID is 0, PktLen is too small for the headers that LNH
    /// announces, or SLID is neither a unicast LID nor the permissive one.
    pub fn parse<T: AsRef<[u8]>>(header: &Header<T>) -> Result<Self, Error> {
        if header.version() != VERSION {
            return Err(Error::Version(header.version()));
        }
        let words = header.words();
        Ok(Repr {
            virtual_lane: header.virtual_lane(),
            service_level: header.service_level(),
            destination: Destination::new(header.destination()).ok_or(Error::Destination)?,
            extent: Extent::new(header.next(), words).ok_or(Error::Length(words.get()))?,
            source: Source::new(header.source()).ok_or(Error::Source(header.source()))?,
        })
    }

    /// The bytes of the header.
    pub fn emit(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[field::VL_LVER] = (self.virtual_lane.get() as u8) << field::VL_LSB | VERSION;
        let next = self.extent.next().code();
        bytes[field::SL_LNH] = (self.service_level.get() as u8) << field::SL_LSB | next;
        write(&mut bytes[field::DLID], self.destination.lid().into());
        write(&mut bytes[field::PKTLEN], self.extent.words().get());
        write(&mut bytes[field::SLID], self.source.lid().into());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{crc::tests::EXAMPLE, lid::FIRST_MULTICAST_LID};
    use proptest::prelude::*;

    fn parse(bytes: &[u8]) -> Result<Repr, Error> {
        Repr::parse(&Header::new_checked(bytes).expect("long enough"))
    }

    #[test]
    fn the_standards_example_is_read_field_by_field() {
        let repr = parse(&EXAMPLE).expect("legal");
        assert_eq!((repr.virtual_lane.get(), repr.service_level.get()), (7, 1));
        assert_eq!((repr.destination.lid(), repr.source.lid()), (0x375C, 0x17D2));
        assert_eq!((repr.extent.next(), repr.extent.words().get()), (Next::Local, 14));
        assert_eq!(repr.extent.bytes(), EXAMPLE.len() - crate::link::VCRC_BYTES);
        assert_eq!(repr.emit(), EXAMPLE[..BYTES]);
    }

    #[test]
    fn each_illegal_field_has_an_error_of_its_own() {
        let with = |at: usize, byte: u8| {
            let mut bytes: [u8; BYTES] = EXAMPLE[..BYTES].try_into().expect("header");
            bytes[at] = byte;
            bytes
        };
        assert_eq!(parse(&with(0, 0x71)), Err(Error::Version(1)));
        assert_eq!(parse(&with(5, 5)), Err(Error::Length(5)));
        assert_eq!(parse(&with(1, 0x13)), Err(Error::Length(14)), "no room for a GRH");
        assert_eq!(parse(&with(6, 0xC0)), Err(Error::Source(0xC0D2)));
        let nowhere = [0x70, 0x12, 0, 0, 0, 14, 0x17, 0xD2];
        assert_eq!(parse(&nowhere), Err(Error::Destination));
    }

    #[test]
    fn too_few_bytes_are_no_header() {
        let short = &EXAMPLE[..BYTES - 1];
        assert_eq!(Header::new_checked(short), Err(Truncated { found: 7, needed: 8 }));
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_again_but_for_reserved_bits(bytes: [u8; BYTES]) {
            if let Ok(repr) = parse(&bytes) {
                let mut expected = bytes;
                expected[1] &= 0xF3;
                expected[4] &= 0x07;
                prop_assert_eq!(repr.emit(), expected);
                prop_assert_eq!(parse(&repr.emit()), Ok(repr));
            }
        }

        #[test]
        fn what_is_written_is_read_again(
            lane in 0..16_u32, level in 0..16_u32, next in 0..4_usize, more in 0..2048_u32,
            destination in 1..=u16::MAX, source in 1..FIRST_MULTICAST_LID,
        ) {
            let next = [Next::Raw, Next::Ipv6, Next::Local, Next::Global][next];
            let words = Number::new(more.max(next.least_words())).expect("11 bits");
            let repr = Repr {
                virtual_lane: Number::low(lane),
                service_level: Number::low(level),
                destination: Destination::new(destination).expect("not 0"),
                extent: Extent::new(next, words).expect("enough"),
                source: Source::new(source).expect("unicast"),
            };
            prop_assert_eq!(parse(&repr.emit()), Ok(repr));
        }
    }
}
