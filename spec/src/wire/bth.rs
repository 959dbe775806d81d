//! The Base Transport Header (IBA 9.2): 12 bytes.
//!
//! ```text
//! byte 0: OpCode                byte 1: SE, M, Pad (2), TVer (4)
//! bytes 2-3: P_Key              byte 4: FECN, BECN, reserved (6)
//! bytes 5-7: DestQP             byte 8: AckReq, reserved (7)
//! bytes 9-11: PSN
//! ```

use super::{check_length, read, write, Number, Truncated};

mod field {
    use std::ops::Range;

    pub const OPCODE: usize = 0;
    pub const FLAGS: usize = 1;
    pub const P_KEY: Range<usize> = 2..4;
    pub const CONGESTION: usize = 4;
    pub const DEST_QP: Range<usize> = 5..8;
    pub const ACK_REQ: usize = 8;
    pub const PSN: Range<usize> = 9..12;

    pub const SE: u8 = 0x80;
    pub const M: u8 = 0x40;
    pub const PAD_LSB: u32 = 4;
    pub const TVER_MASK: u8 = 0x0F;
    pub const FECN: u8 = 0x80;
    pub const BECN: u8 = 0x40;
    pub const ACK: u8 = 0x80;
}

/// Bytes of the header.
pub const BYTES: usize = field::PSN.end;

/// Byte of the header with FECN and BECN, which the ICRC does not cover.
pub const CONGESTION_BYTE: usize = field::CONGESTION;

/// FECN in [`CONGESTION_BYTE`].
pub const FECN_MASK: u8 = field::FECN;

/// The only transport version (IBA 9.2).
pub const VERSION: u8 = 0;

/// Opcode of a congestion notification packet, which carries BECN and nothing else (IBA A10).
pub const OPCODE_CNP: u8 = 0x80;

/// A view of bytes that begin with a Base Transport Header.
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

    fn bit(&self, byte: usize, mask: u8) -> bool {
        self.bytes.as_ref()[byte] & mask != 0
    }

    /// OpCode: the transport service and the operation (IBA 9.2).
    pub fn opcode(&self) -> u8 {
        self.bytes.as_ref()[field::OPCODE]
    }

    /// SE: the responder is to raise an event (IBA 9.2).
    pub fn solicited_event(&self) -> bool {
        self.bit(field::FLAGS, field::SE)
    }

    /// M: the state of path migration (IBA 9.2).
    pub fn migration(&self) -> bool {
        self.bit(field::FLAGS, field::M)
    }

    /// Pad: bytes that fill up the last word of the payload (IBA 9.2).
    pub fn pad(&self) -> Number<2> {
        Number::low((self.bytes.as_ref()[field::FLAGS] >> field::PAD_LSB).into())
    }

    /// TVer: the version of the transport headers (IBA 9.2).
    pub fn version(&self) -> u8 {
        self.bytes.as_ref()[field::FLAGS] & field::TVER_MASK
    }

    /// P_Key: the partition (IBA 9.2).
    pub fn partition_key(&self) -> u16 {
        read(&self.bytes.as_ref()[field::P_KEY]) as u16
    }

    /// FECN: a switch on the path was congested (IBA A10).
    pub fn fecn(&self) -> bool {
        self.bit(field::CONGESTION, field::FECN)
    }

    /// BECN: the path in the opposite direction was congested (IBA A10).
    pub fn becn(&self) -> bool {
        self.bit(field::CONGESTION, field::BECN)
    }

    /// DestQP: the queue pair at the destination (IBA 9.2).
    pub fn destination_queue_pair(&self) -> Number<24> {
        Number::low(read(&self.bytes.as_ref()[field::DEST_QP]))
    }

    /// AckReq: the responder is to acknowledge (IBA 9.2).
    pub fn acknowledge_request(&self) -> bool {
        self.bit(field::ACK_REQ, field::ACK)
    }

    /// PSN: packet sequence number (IBA 9.2).
    pub fn sequence_number(&self) -> Number<24> {
        Number::low(read(&self.bytes.as_ref()[field::PSN]))
    }
}

/// Contents of a legal header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repr {
    /// Transport service and operation.
    pub opcode: u8,
    /// The responder is to raise an event.
    pub solicited_event: bool,
    /// State of path migration.
    pub migration: bool,
    /// Bytes that fill up the last word of the payload.
    pub pad: Number<2>,
    /// Partition.
    pub partition_key: u16,
    /// A switch on the path was congested.
    pub fecn: bool,
    /// The path in the opposite direction was congested.
    pub becn: bool,
    /// Queue pair at the destination.
    pub destination_queue_pair: Number<24>,
    /// The responder is to acknowledge.
    pub acknowledge_request: bool,
    /// Packet sequence number.
    pub sequence_number: Number<24>,
}

/// The bytes are no legal Base Transport Header: TVer is not [`VERSION`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("transport version {0} is unknown")]
pub struct UnknownVersion(pub u8);

impl Repr {
    /// Contents of the header in `header`.
    ///
    /// # Errors
    ///
    /// If TVer is not [`VERSION`].
    pub fn parse<T: AsRef<[u8]>>(header: &Header<T>) -> Result<Self, UnknownVersion> {
        if header.version() != VERSION {
            return Err(UnknownVersion(header.version()));
        }
        Ok(Repr {
            opcode: header.opcode(),
            solicited_event: header.solicited_event(),
            migration: header.migration(),
            pad: header.pad(),
            partition_key: header.partition_key(),
            fecn: header.fecn(),
            becn: header.becn(),
            destination_queue_pair: header.destination_queue_pair(),
            acknowledge_request: header.acknowledge_request(),
            sequence_number: header.sequence_number(),
        })
    }

    /// The bytes of the header.
    pub fn emit(&self) -> [u8; BYTES] {
        let flag = |set: bool, mask: u8| if set { mask } else { 0 };
        let mut bytes = [0; BYTES];
        bytes[field::OPCODE] = self.opcode;
        bytes[field::FLAGS] = flag(self.solicited_event, field::SE)
            | flag(self.migration, field::M)
            | (self.pad.get() as u8) << field::PAD_LSB
            | VERSION;
        write(&mut bytes[field::P_KEY], self.partition_key.into());
        bytes[field::CONGESTION] = flag(self.fecn, field::FECN) | flag(self.becn, field::BECN);
        write(&mut bytes[field::DEST_QP], self.destination_queue_pair.get());
        bytes[field::ACK_REQ] = flag(self.acknowledge_request, field::ACK);
        write(&mut bytes[field::PSN], self.sequence_number.get());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{crc::tests::EXAMPLE, lrh};
    use proptest::prelude::*;

    fn parse(bytes: &[u8]) -> Result<Repr, UnknownVersion> {
        Repr::parse(&Header::new_checked(bytes).expect("long enough"))
    }

    #[test]
    fn the_standards_example_is_read_field_by_field() {
        let bytes = &EXAMPLE[lrh::BYTES..][..BYTES];
        let repr = parse(bytes).expect("legal");
        let expected = Repr {
            opcode: 0x0A,
            solicited_event: false,
            migration: false,
            pad: Number::low(2),
            partition_key: 0x2487,
            fecn: false,
            becn: false,
            destination_queue_pair: Number::low(0x87_B1B3),
            acknowledge_request: false,
            sequence_number: Number::low(0x0D_EC2A),
        };
        assert_eq!(repr, expected);
        assert_eq!(repr.emit(), bytes);
    }

    /// From Scapy's tests of RoCEv2, where its opcode is 0x81.
    #[test]
    fn a_notification_captured_from_a_connectx_4_carries_becn() {
        let captured = [0x81, 0x00, 0xFF, 0xFF, 0x40, 0x00, 0x01, 0x18, 0, 0, 0, 0];
        let repr = parse(&captured).expect("legal");
        assert!(repr.becn && !repr.fecn && !repr.acknowledge_request);
        assert_eq!((repr.partition_key, repr.destination_queue_pair.get()), (0xFFFF, 0x118));
        assert_eq!(repr.emit(), captured);
    }

    #[test]
    fn each_bit_of_the_flags_is_one_field() {
        let with = |at: usize, bits: u8| {
            let mut bytes = [0; BYTES];
            bytes[at] = bits;
            parse(&bytes).expect("legal")
        };
        assert!(with(1, 0x80).solicited_event && with(1, 0x40).migration);
        assert_eq!(with(1, 0x30).pad.get(), 3);
        assert!(with(4, 0x80).fecn && with(4, 0x40).becn && with(8, 0x80).acknowledge_request);
    }

    #[test]
    fn other_versions_and_too_few_bytes_are_refused() {
        let mut bytes = [0; BYTES];
        bytes[1] = 3;
        assert_eq!(parse(&bytes), Err(UnknownVersion(3)));
        let short = Header::new_checked(&bytes[1..]);
        assert_eq!(short, Err(Truncated { found: 11, needed: 12 }));
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_again_but_for_reserved_bits(bytes: [u8; BYTES]) {
            if let Ok(repr) = parse(&bytes) {
                let mut expected = bytes;
                expected[4] &= 0xC0;
                expected[8] &= 0x80;
                prop_assert_eq!(repr.emit(), expected);
                prop_assert_eq!(parse(&repr.emit()), Ok(repr));
            }
        }
    }
}
