//! Frames of EFL, "Ethernet with Flow Label" (Shimonishi'07 §II): an Ethernet II header and an
//! extension of 9 bytes.
//!
//! ```text
//! bytes 0-5: destination   bytes 6-11: source   bytes 12-13: EtherType
//! byte 14: flags   bytes 15-16: flow label   bytes 17-19: sequence   bytes 20-22: time stamp
//! bytes 23-: payload, then zeros up to 60 bytes, then the FCS
//! ```
//!
//! The paper gives the size of the extension and names sequence number and time stamp; the split of
//! the 9 bytes is a decision of this project. [`FIELDS`] is the one description of the format: the
//! parser, the emitter and the [`dissector`] follow it.
//!
//! * **Data**: `sequence` is the number of the packet, counted per flow and direction, and `stamp`
//!   the time at which this copy of it was sent. The payload has 1 byte or more. A frame shorter
//!   than 60 bytes is filled up with zeros; then flag [`Flags::PADDED`] is set, and byte 59 is the
//!   number of payload bytes, 1 to 36.
//! * **ACK**: `sequence` is that of the next packet that the receiver expects (cumulative), and
//!   `stamp` that of the packet that triggered the ACK. The frame has 60 bytes; those behind the
//!   extension are 0 when sent, and ignored when received.
//!
//! Sequence numbers and time stamps are compared modulo 2²⁴. A time stamp counts ticks of 100 ns.
//! The frame check sequence (FCS) is in [`fcs`]; *frame bytes* do not include it.

pub mod dissector;
pub mod fcs;
#[cfg(test)]
mod tests;

use super::{check_length, read, write, Number, Truncated};

/// A field of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Name in programs: lower case letters and `_`.
    pub name: &'static str,
    /// Name for readers.
    pub title: &'static str,
    /// First byte, from the beginning of the frame.
    pub offset: usize,
    /// Bytes; numbers are big-endian.
    pub bytes: usize,
    /// Kind of the value.
    pub kind: Kind,
}

/// Kind of the value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// MAC address.
    Address,
    /// Number in hexadecimal digits.
    Hexadecimal,
    /// Number in decimal digits.
    Decimal,
    /// Ticks of 100 ns.
    Ticks,
}

const fn field(
    name: &'static str,
    title: &'static str,
    offset: usize,
    bytes: usize,
    kind: Kind,
) -> Field {
    Field { name, title, offset, bytes, kind }
}

/// Destination MAC address.
pub const DESTINATION: Field = field("destination", "Destination", 0, 6, Kind::Address);
/// Source MAC address.
pub const SOURCE: Field = field("source", "Source", 6, 6, Kind::Address);
/// EtherType.
pub const ETHER_TYPE: Field = field("ether_type", "EtherType", 12, 2, Kind::Hexadecimal);
/// Flags, see [`Flags`].
pub const FLAGS: Field = field("flags", "Flags", 14, 1, Kind::Hexadecimal);
/// Flow label: index of the flow at the receiver of the frame.
pub const LABEL: Field = field("label", "Flow label", 15, 2, Kind::Decimal);
/// Sequence number of the packet, or of the next packet expected.
pub const SEQUENCE: Field = field("sequence", "Sequence number", 17, 3, Kind::Decimal);
/// Time at which the packet was sent, or, in an ACK, that of the packet that triggered it.
pub const STAMP: Field = field("stamp", "Time stamp", 20, 3, Kind::Ticks);

/// All fields, in the order of the wire.
pub const FIELDS: [Field; 7] = [DESTINATION, SOURCE, ETHER_TYPE, FLAGS, LABEL, SEQUENCE, STAMP];

/// Bytes of all fields: the payload begins behind them.
pub const HEADER_BYTES: usize = STAMP.offset + STAMP.bytes;
/// Bytes of the Ethernet II header.
pub const ETHERNET_BYTES: usize = FLAGS.offset;
/// Bytes of the extension (Shimonishi'07 §II).
pub const EXTENSION_BYTES: usize = HEADER_BYTES - ETHERNET_BYTES;
/// Least number of frame bytes, FCS not included (IEEE 802.3 4A.2.3.2.4).
pub const LEAST_BYTES: usize = 60;
/// Byte of a padded data frame that holds the number of payload bytes.
pub const LENGTH_OFFSET: usize = LEAST_BYTES - 1;
/// Most payload bytes of a padded frame.
pub const MOST_PADDED: usize = LEAST_BYTES - 1 - HEADER_BYTES;
/// Most payload bytes of any frame: that of Ethernet less the extension.
pub const MOST_PAYLOAD: usize = 1500 - EXTENSION_BYTES;
/// Bits of a sequence number and of a time stamp.
pub const NUMBER_BITS: u32 = 24;
/// EtherType if none is configured: IEEE 802, local experimental 1.
pub const DEFAULT_ETHER_TYPE: u16 = 0x88B5;
/// Least EtherType: lower values are lengths (IEEE 802.3 3.2.6).
pub const LEAST_ETHER_TYPE: u16 = 0x0600;
/// Ticks of a time stamp in a second: 100 ns each (Shimonishi'07 §II).
pub const TICKS_PER_SECOND: u64 = 10_000_000;

/// Flags of a frame, byte 14. Bits 5 to 7 are reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u8);

impl Flags {
    /// The frame is an ACK; otherwise it is data.
    pub const ACK: Flags = Flags(1 << 0);
    /// Data: sent in delay probing, to be acknowledged at once. ACK: triggered by such a packet.
    pub const PROBE: Flags = Flags(1 << 1);
    /// Data: the sender had no further packet of the flow to send; to be acknowledged at once.
    pub const LAST: Flags = Flags(1 << 2);
    /// Data: payload of at most [`MOST_PADDED`] bytes, and its length in byte [`LENGTH_OFFSET`].
    pub const PADDED: Flags = Flags(1 << 3);
    /// ACK: triggered by a packet behind a gap; two of these with the same number are a loss.
    pub const GAP: Flags = Flags(1 << 4);

    /// All flags with their names, from bit 0 upwards.
    pub const ALL: [(&'static str, &'static str, Flags); 5] = [
        ("ack", "Acknowledgement", Flags::ACK),
        ("probe", "Delay probe", Flags::PROBE),
        ("last", "Last of group", Flags::LAST),
        ("padded", "Padded", Flags::PADDED),
        ("gap", "Behind a gap", Flags::GAP),
    ];

    /// The flags in a byte; reserved bits are ignored.
    pub const fn from_byte(byte: u8) -> Self {
        Flags(byte & 0x1F)
    }

    /// The byte of the wire.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flags of both.
    #[must_use]
    pub const fn with(self, other: Flags) -> Self {
        Flags(self.0 | other.0)
    }

    /// These flags if `condition`, none otherwise.
    #[must_use]
    pub const fn when(self, condition: bool) -> Self {
        if condition {
            self
        } else {
            Flags(0)
        }
    }
}

/// A MAC address, in the order of the wire.
pub type Address = [u8; 6];

/// Contents of a legal frame, without its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repr {
    /// Destination MAC address.
    pub destination: Address,
    /// Source MAC address.
    pub source: Address,
    /// EtherType.
    pub ether_type: u16,
    /// Flow label.
    pub label: u16,
    /// Sequence number.
    pub sequence: Number<NUMBER_BITS>,
    /// Time stamp in ticks of 100 ns.
    pub stamp: Number<NUMBER_BITS>,
    /// Data or ACK.
    pub content: Content,
}

/// What a frame carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Content {
    /// A data packet.
    Data {
        /// Sent in delay probing.
        probe: bool,
        /// No further packet of the flow was ready.
        last: bool,
        /// Payload bytes, 1 to [`MOST_PAYLOAD`].
        payload_bytes: u16,
    },
    /// An acknowledgement.
    Ack {
        /// Triggered by a packet sent in delay probing.
        probe: bool,
        /// Triggered by a packet behind a gap.
        gap: bool,
    },
}

/// Reason for which bytes are no EFL frame; of several reasons, the first of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The frame is cut short.
    #[error(transparent)]
    Truncated(#[from] Truncated),
    /// The EtherType is another one.
    #[error("EtherType {found:#06x} is not that of EFL, {expected:#06x}")]
    EtherType {
        /// EtherType of the frame.
        found: u16,
        /// EtherType of EFL.
        expected: u16,
    },
    /// The payload length contradicts the frame.
    #[error("a padded frame of {frame} bytes cannot have {payload} payload bytes")]
    Length {
        /// Bytes of the frame.
        frame: usize,
        /// Payload bytes according to the frame.
        payload: usize,
    },
    /// The frame is longer than any.
    #[error("{0} payload bytes are more than {MOST_PAYLOAD}")]
    TooLong(usize),
}

fn number(frame: &[u8], field: Field) -> u32 {
    read(&frame[field.offset..field.offset + field.bytes])
}

fn address(frame: &[u8], field: Field) -> Address {
    let mut address = [0; 6];
    address.copy_from_slice(&frame[field.offset..field.offset + field.bytes]);
    address
}

impl Repr {
    /// Contents of `frame`, which is all of it before the FCS.
    ///
    /// # Errors
    ///
    /// If the frame has fewer than 60 bytes, another EtherType than `ether_type`, a payload length
    /// that cannot be, or is longer than any.
    pub fn parse(frame: &[u8], ether_type: u16) -> Result<Self, Error> {
        check_length(frame, LEAST_BYTES)?;
        let found = number(frame, ETHER_TYPE) as u16;
        if found != ether_type {
            return Err(Error::EtherType { found, expected: ether_type });
        }
        let flags = Flags::from_byte(number(frame, FLAGS) as u8);
        let probe = flags.has(Flags::PROBE);
        let content = if flags.has(Flags::ACK) {
            Content::Ack { probe, gap: flags.has(Flags::GAP) }
        } else {
            let payload = payload_bytes(frame, flags)?;
            Content::Data { probe, last: flags.has(Flags::LAST), payload_bytes: payload as u16 }
        };
        Ok(Repr {
            destination: address(frame, DESTINATION),
            source: address(frame, SOURCE),
            ether_type,
            label: number(frame, LABEL) as u16,
            sequence: Number::low(number(frame, SEQUENCE)),
            stamp: Number::low(number(frame, STAMP)),
            content,
        })
    }

    /// Flags of the frame.
    pub fn flags(&self) -> Flags {
        let none = Flags::default();
        match self.content {
            Content::Data { probe, last, payload_bytes } => none
                .with(Flags::PROBE.when(probe))
                .with(Flags::LAST.when(last))
                .with(Flags::PADDED.when(usize::from(payload_bytes) <= MOST_PADDED)),
            Content::Ack { probe, gap } => {
                Flags::ACK.with(Flags::PROBE.when(probe)).with(Flags::GAP.when(gap))
            }
        }
    }

    /// The frame with this payload, without its FCS. For an ACK the payload is ignored; for data
    /// it is cut, or filled up with zeros, to `payload_bytes`.
    pub fn emit(&self, payload: &[u8]) -> Vec<u8> {
        let length = match self.content {
            Content::Data { payload_bytes, .. } => usize::from(payload_bytes),
            Content::Ack { .. } => 0,
        };
        let mut frame = vec![0; frame_bytes(length)];
        let mut put = |field: Field, value: u32| {
            write(&mut frame[field.offset..field.offset + field.bytes], value);
        };
        put(ETHER_TYPE, self.ether_type.into());
        put(FLAGS, self.flags().byte().into());
        put(LABEL, self.label.into());
        put(SEQUENCE, self.sequence.get());
        put(STAMP, self.stamp.get());
        for (field, address) in [(DESTINATION, self.destination), (SOURCE, self.source)] {
            frame[field.offset..field.offset + field.bytes].copy_from_slice(&address);
        }
        let copied = length.min(payload.len());
        frame[HEADER_BYTES..HEADER_BYTES + copied].copy_from_slice(&payload[..copied]);
        if (1..=MOST_PADDED).contains(&length) {
            frame[LENGTH_OFFSET] = length as u8;
        }
        frame
    }
}

/// Payload bytes of a data frame of at least 60 bytes.
fn payload_bytes(frame: &[u8], flags: Flags) -> Result<usize, Error> {
    if flags.has(Flags::PADDED) {
        let payload = usize::from(frame[LENGTH_OFFSET]);
        let fits = frame.len() == LEAST_BYTES && (1..=MOST_PADDED).contains(&payload);
        return fits.then_some(payload).ok_or(Error::Length { frame: frame.len(), payload });
    }
    let payload = frame.len() - HEADER_BYTES;
    (payload <= MOST_PAYLOAD).then_some(payload).ok_or(Error::TooLong(payload))
}

/// Frame bytes of a data packet with this payload, and of an ACK with 0.
///
/// ```
/// use tailback_spec::wire::efl::frame_bytes;
/// assert_eq!([0, 1, 36, 37, 38, 169].map(frame_bytes), [60, 60, 60, 60, 61, 192]);
/// ```
pub const fn frame_bytes(payload_bytes: usize) -> usize {
    let bytes = HEADER_BYTES + payload_bytes;
    if bytes < LEAST_BYTES {
        LEAST_BYTES
    } else {
        bytes
    }
}
