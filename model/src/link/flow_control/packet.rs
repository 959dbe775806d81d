//! The six bytes of a flow-control packet.

/// Op of a normal packet.
pub(crate) const OP_NORMAL: u32 = 0;
/// Op of a packet of a link that is not yet active.
pub(crate) const OP_INITIAL: u32 = 1;

/// Coefficients of x¹⁵ to x⁰ of x¹⁶ + x¹² + x³ + x + 1.
const POLYNOMIAL: u16 = 1 << 12 | 1 << 3 | 1 << 1 | 1;
/// Remainder before the first bit.
const SEED: u16 = 0xffff;

/// The fields of a packet that its LPCRC protects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet {
    /// Op, the kind of packet: 0 to 15, of which 0 and 1 are defined.
    pub op: u32,
    /// Blocks sent, modulo 4096.
    pub fctbs: u32,
    /// Virtual lane: 0 to 15.
    pub vl: u32,
    /// Credit limit, modulo 4096.
    pub fccl: u32,
}

impl Packet {
    /// The packet on the wire, with its LPCRC; the first byte is in bits 47 to 40.
    #[inline]
    pub fn encode(&self) -> u64 {
        let Packet { op, fctbs, vl, fccl } = self;
        let protected = op << 28 | fctbs << 16 | vl << 12 | fccl;
        u64::from(protected) << 16 | u64::from(lpcrc(protected))
    }

    /// The fields of a packet on the wire, with any LPCRC.
    #[inline]
    pub fn decode(packet: u64) -> Self {
        let field = |lowest: u32, bits: u32| (packet >> lowest) as u32 & ((1 << bits) - 1);
        Packet { op: field(44, 4), fctbs: field(32, 12), vl: field(28, 4), fccl: field(16, 12) }
    }
}

/// The LPCRC of the first four bytes, the first of them in the most significant bits, in the bit
/// order of bits 15 to 0 of the packet.
#[inline]
pub fn lpcrc(protected: u32) -> u16 {
    let mut remainder = SEED;
    for byte in protected.to_be_bytes() {
        // On the wire, the least significant bit is first.
        for bit in 0..u8::BITS {
            let leaves = remainder >> 15 & 1 != 0;
            let enters = byte >> bit & 1 != 0;
            remainder <<= 1;
            if leaves != enters {
                remainder ^= POLYNOMIAL;
            }
        }
    }
    let [first, second] = (!remainder).to_be_bytes();
    u16::from_be_bytes([first.reverse_bits(), second.reverse_bits()])
}
