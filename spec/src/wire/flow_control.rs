//! Flow-control packets, which carry the credits of one virtual lane (IBA 7.9.4): 6 bytes.
//!
//! ```text
//! bytes 0-1: Op (4), FCTBS (12)   bytes 2-3: VL (4), FCCL (12)   bytes 4-5: LPCRC
//! ```
//!
//! The meaning of the numbers, and the times at which packets are sent, are in
//! [`crate::link::flow_control`].

use super::{check_length, crc, read, write, Number, Truncated, BYTE};

mod field {
    use std::ops::Range;

    pub const OP_FCTBS: Range<usize> = 0..2;
    pub const VL_FCCL: Range<usize> = 2..4;
    pub const LPCRC: Range<usize> = 4..6;

    /// Position of Op and of VL, above the 12 bits of FCTBS and of FCCL.
    pub const UPPER_LSB: u32 = 12;
}

/// Bytes of the packet.
pub const BYTES: usize = field::LPCRC.end;

/// A view of bytes that begin with a flow-control packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet<T> {
    bytes: T,
}

impl<T: AsRef<[u8]>> Packet<T> {
    /// A view of `bytes`, if there are enough of them.
    ///
    /// # Errors
    ///
    /// If there are fewer than [`BYTES`] bytes.
    pub fn new_checked(bytes: T) -> Result<Self, Truncated> {
        check_length(bytes.as_ref(), BYTES)?;
        Ok(Packet { bytes })
    }

    /// The bytes.
    pub fn into_inner(self) -> T {
        self.bytes
    }

    fn half(&self, at: std::ops::Range<usize>) -> u32 {
        read(&self.bytes.as_ref()[at])
    }

    /// Op: the operation of the packet (IBA 7.9.4).
    pub fn operation(&self) -> u32 {
        self.half(field::OP_FCTBS) >> field::UPPER_LSB
    }

    /// FCTBS: blocks that the sender of this packet has sent, modulo 4096 (IBA 7.9.4).
    pub fn fctbs(&self) -> Number<12> {
        Number::low(self.half(field::OP_FCTBS))
    }

    /// VL: the virtual lane of these credits (IBA 7.9.4).
    pub fn virtual_lane(&self) -> u32 {
        self.half(field::VL_FCCL) >> field::UPPER_LSB
    }

    /// FCCL: blocks up to which the other end may send, modulo 4096 (IBA 7.9.4).
    pub fn fccl(&self) -> Number<12> {
        Number::low(self.half(field::VL_FCCL))
    }

    /// LPCRC, in the order of the wire (IBA 7.9.4).
    pub fn lpcrc(&self) -> [u8; 2] {
        let [.., first, second] = self.head();
        [first, second]
    }

    /// Whether LPCRC is that of the bytes before it.
    pub fn has_good_crc(&self) -> bool {
        self.lpcrc() == crc::lpcrc(&self.head()[..field::LPCRC.start])
    }

    fn head(&self) -> [u8; BYTES] {
        let mut head = [0; BYTES];
        head.copy_from_slice(&self.bytes.as_ref()[..BYTES]);
        head
    }
}

/// Operation of a flow-control packet: Op.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Credits of an active link.
    Normal,
    /// Credits of a link that is not active yet.
    Initial,
}

impl Operation {
    const ALL: [Self; 2] = [Operation::Normal, Operation::Initial];

    fn code(self) -> u32 {
        match self {
            Operation::Normal => 0,
            Operation::Initial => 1,
        }
    }
}

/// A virtual lane that has credits: 0 to 14. VL15 has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DataLane(u8);

impl DataLane {
    /// Index of the last data VL.
    pub const MAX: u32 = 14;

    /// The virtual lane with this index.
    pub const fn new(number: u32) -> Option<Self> {
        if number <= Self::MAX {
            Some(DataLane(number as u8))
        } else {
            None
        }
    }

    /// Index of the virtual lane.
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

/// Contents of a legal flow-control packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repr {
    /// Operation of the packet.
    pub operation: Operation,
    /// Blocks that the sender of the packet has sent, modulo 4096.
    pub fctbs: Number<12>,
    /// Virtual lane of these credits.
    pub virtual_lane: DataLane,
    /// Blocks up to which the other end may send, modulo 4096.
    pub fccl: Number<12>,
}

/// Reason for which bytes are no legal flow-control packet; of several reasons, the first of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// LPCRC is not that of the bytes before it.
    #[error("the LPCRC is wrong")]
    Crc,
    /// Op is neither 0 nor 1.
    #[error("operation {0} is unknown")]
    Operation(u32),
    /// VL15 has no credits.
    #[error("virtual lane {0} has no credits")]
    VirtualLane(u32),
}

impl Repr {
    /// Contents of the packet in `packet`.
    ///
    /// # Errors
    ///
    /// If LPCRC is wrong, Op is neither 0 nor 1, or VL is 15.
    pub fn parse<T: AsRef<[u8]>>(packet: &Packet<T>) -> Result<Self, Error> {
        if !packet.has_good_crc() {
            return Err(Error::Crc);
        }
        let code = packet.operation();
        let operation = Operation::ALL.into_iter().find(|operation| operation.code() == code);
        let lane = packet.virtual_lane();
        Ok(Repr {
            operation: operation.ok_or(Error::Operation(code))?,
            fctbs: packet.fctbs(),
            virtual_lane: DataLane::new(lane).ok_or(Error::VirtualLane(lane))?,
            fccl: packet.fccl(),
        })
    }

    /// The bytes of the packet, LPCRC included.
    pub fn emit(&self) -> [u8; BYTES] {
        let halves = [
            (field::OP_FCTBS, self.operation.code(), self.fctbs),
            (field::VL_FCCL, self.virtual_lane.get(), self.fccl),
        ];
        let mut bytes = [0; BYTES];
        for (place, upper, lower) in halves {
            write(&mut bytes[place], upper << field::UPPER_LSB | lower.get());
        }
        let crc = crc::lpcrc(&bytes[..field::LPCRC.start]);
        bytes[field::LPCRC].copy_from_slice(&crc);
        bytes
    }

    /// The packet as at the port `packet` of the flow-control modules: 48 bits, the first byte
    /// being bits 47 to 40.
    pub fn to_bits(&self) -> u64 {
        self.emit().into_iter().fold(0, |bits, byte| bits << BYTE | u64::from(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::flow_control::PACKET_BITS;
    use proptest::prelude::*;

    fn parse(bytes: &[u8]) -> Result<Repr, Error> {
        Repr::parse(&Packet::new_checked(bytes).expect("long enough"))
    }

    /// Four bytes with their LPCRC.
    fn with_crc(head: [u8; 4]) -> [u8; BYTES] {
        let [first, second] = crc::lpcrc(&head);
        let [a, b, c, d] = head;
        [a, b, c, d, first, second]
    }

    #[test]
    fn the_fields_are_where_the_standard_has_them() {
        let repr = Repr {
            operation: Operation::Initial,
            fctbs: Number::low(0x234),
            virtual_lane: DataLane::new(5).expect("data"),
            fccl: Number::low(0x678),
        };
        assert_eq!(repr.emit()[..4], [0x12, 0x34, 0x56, 0x78]);
        assert_eq!(repr.to_bits() >> 16, 0x1234_5678);
        assert!(repr.to_bits() < 1 << PACKET_BITS);
    }

    #[test]
    fn a_wrong_crc_hides_all_other_errors() {
        let mut bytes = with_crc([0x20, 0, 0xF0, 0]);
        assert_eq!(parse(&bytes), Err(Error::Operation(2)));
        bytes[5] ^= 1;
        assert_eq!(parse(&bytes), Err(Error::Crc));
        assert_eq!(parse(&with_crc([0x10, 0, 0xF0, 0])), Err(Error::VirtualLane(15)));
        assert_eq!(Packet::new_checked(&bytes[1..]), Err(Truncated { found: 5, needed: 6 }));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            initial: bool, fctbs in 0..4096_u32, lane in 0..=DataLane::MAX, fccl in 0..4096_u32,
        ) {
            let repr = Repr {
                operation: if initial { Operation::Initial } else { Operation::Normal },
                fctbs: Number::low(fctbs),
                virtual_lane: DataLane::new(lane).expect("data"),
                fccl: Number::low(fccl),
            };
            prop_assert_eq!(parse(&repr.emit()), Ok(repr));
        }

        #[test]
        fn what_is_read_is_written_again(head: [u8; 4]) {
            let bytes = with_crc(head);
            if let Ok(repr) = parse(&bytes) {
                prop_assert_eq!(repr.emit(), bytes);
            }
        }

        #[test]
        fn up_to_two_wrong_bits_are_always_found(head: [u8; 4], one in 0..48_usize, two in 0..48_usize) {
            let mut bytes = with_crc(head);
            bytes[one / 8] ^= 1 << (one % 8);
            if two != one {
                bytes[two / 8] ^= 1 << (two % 8);
            }
            prop_assert_eq!(parse(&bytes), Err(Error::Crc));
        }
    }
}
