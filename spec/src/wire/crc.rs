//! Checksums of packets (IBA 7.8) and of flow-control packets (IBA 7.9.4).
//!
//! **VCRC** covers all bytes from the LRH to the last before it, and changes wherever the packet
//! does. **LPCRC** covers the first four bytes of a flow-control packet. Both are the same
//! function: see [`crate::link::flow_control`] for the order of the bits. **ICRC** covers the
//! fields that do not change between the two ends, with ones in place of those that do, so that a
//! switch that sets FECN leaves it unchanged.

use super::{bth, lrh};
use crc::{Algorithm, Crc, CRC_32_ISO_HDLC};

/// Definition of a CRC of which each byte enters least significant bit first.
///
/// The first bit on the wire is the coefficient of the highest power, also of the CRC itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Definition {
    /// Degree of the polynomial, at most 32.
    pub bits: usize,
    /// Polynomial without its highest power; the least significant bit is the coefficient of x⁰.
    pub polynomial: u32,
    /// Remainder before the first bit. All ones, so independent of the order of the bits.
    pub seed: u32,
    /// Value with which the last remainder is xored. All ones: the complement is sent.
    pub complement: u32,
}

/// VCRC (IBA 7.8.2) and LPCRC (IBA 7.9.4): the polynomial x¹⁶ + x¹² + x³ + x + 1.
pub const LINK: Definition =
    Definition { bits: 16, polynomial: 0x100B, seed: 0xFFFF, complement: 0xFFFF };

/// ICRC (IBA 7.8.1): polynomial, seed and order of the bits are those of Ethernet.
pub const INVARIANT: Definition = Definition {
    bits: CRC_32_ISO_HDLC.width as usize,
    polynomial: CRC_32_ISO_HDLC.poly,
    seed: CRC_32_ISO_HDLC.init,
    complement: CRC_32_ISO_HDLC.xorout,
};

const LINK_ALGORITHM: Algorithm<u16> = Algorithm {
    width: LINK.bits as u8,
    poly: LINK.polynomial as u16,
    init: LINK.seed as u16,
    refin: true,
    refout: true,
    xorout: LINK.complement as u16,
    // Unused: the tests have better vectors.
    check: 0,
    residue: 0,
};

/// Without the two constants, the checksum of a sum is the sum of the checksums.
const LINEAR_ALGORITHM: Algorithm<u16> = Algorithm { init: 0, xorout: 0, ..LINK_ALGORITHM };

static LINK_CRC: Crc<u16> = Crc::<u16>::new(&LINK_ALGORITHM);
static LINEAR_CRC: Crc<u16> = Crc::<u16>::new(&LINEAR_ALGORITHM);
static INVARIANT_CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// Bytes of the VCRC and of the LPCRC.
pub const LINK_BYTES: usize = (u16::BITS / u8::BITS) as usize;

/// Bytes of the ICRC.
pub const INVARIANT_BYTES: usize = (u32::BITS / u8::BITS) as usize;

/// Bytes of the Global Route Header (IBA 8.3).
pub const GRH_BYTES: usize = 40;

/// Digest of a text: the CRC of Ethernet.
pub fn of_text(text: &str) -> u32 {
    INVARIANT_CRC.checksum(text.as_bytes())
}

/// VCRC of a packet, in the order of the wire; `packet` is all of it before the VCRC.
pub fn vcrc(packet: &[u8]) -> [u8; LINK_BYTES] {
    LINK_CRC.checksum(packet).to_le_bytes()
}

/// LPCRC of a flow-control packet, in the order of the wire; `head` is all of it before the LPCRC.
pub fn lpcrc(head: &[u8]) -> [u8; LINK_BYTES] {
    LINK_CRC.checksum(head).to_le_bytes()
}

/// Whether a packet ends with its VCRC.
pub fn has_good_vcrc(packet: &[u8]) -> bool {
    packet.split_last_chunk().is_some_and(|(covered, found)| vcrc(covered) == *found)
}

/// Value with which the VCRC is to be xored if the bits `flipped` of one byte are flipped, and
/// `bytes_after` bytes follow that byte before the VCRC.
///
/// The change depends neither on the packet nor on its old VCRC. So a cut-through switch can load
/// the flipped bits into a register that takes a step of the polynomial for each bit that passes
/// after them, and xor it with the received VCRC. Unlike a recomputation of the VCRC, this leaves a
/// wrong one wrong: damage before this switch is still detected behind it.
pub fn vcrc_change(flipped: u8, bytes_after: usize) -> [u8; LINK_BYTES] {
    const ZEROS: [u8; 64] = [0; 64];
    let mut digest = LINEAR_CRC.digest();
    digest.update(&[flipped]);
    for _ in 0..bytes_after / ZEROS.len() {
        digest.update(&ZEROS);
    }
    digest.update(&ZEROS[..bytes_after % ZEROS.len()]);
    digest.finalize().to_le_bytes()
}

/// ICRC of a packet with InfiniBand transport, in the order of the wire; `packet` is all of it
/// before the ICRC. `None` if it has no such transport, or not all of its headers.
///
/// VL and the byte with FECN and BECN are replaced by ones; in a packet with a GRH also all of the
/// LRH, and traffic class, flow label and hop limit (IBA 7.8.1).
pub fn icrc(packet: &[u8]) -> Option<[u8; INVARIANT_BYTES]> {
    const VL_MASK: u8 = 0xF0;
    const ONES: u8 = 0xFF;
    /// Half of the GRH's first byte that belongs to the traffic class.
    const TRAFFIC_CLASS_MASK: u8 = 0x0F;
    const CLASS_AND_FLOW: std::ops::Range<usize> = 1..4;
    const HOP_LIMIT: usize = 7;
    /// All headers of the longer kind of packet.
    const MOST: usize = lrh::BYTES + GRH_BYTES + bth::BYTES;

    let bth = transport_offset(packet)?;
    let (headers, rest) = packet.split_at_checked(bth + bth::BYTES)?;
    let mut masked = [0; MOST];
    let masked = &mut masked[..headers.len()];
    masked.copy_from_slice(headers);
    if bth == lrh::BYTES {
        masked[0] |= VL_MASK;
    } else {
        masked[..lrh::BYTES].fill(ONES);
        let grh = &mut masked[lrh::BYTES..];
        grh[0] |= TRAFFIC_CLASS_MASK;
        grh[CLASS_AND_FLOW].fill(ONES);
        grh[HOP_LIMIT] = ONES;
    }
    masked[bth + bth::CONGESTION_BYTE] = ONES;
    let mut digest = INVARIANT_CRC.digest();
    digest.update(masked);
    digest.update(rest);
    Some(digest.finalize().to_le_bytes())
}

/// Offset of the Base Transport Header of a packet, if it has one: behind the LRH, and behind the
/// GRH if LNH announces one that is followed by InfiniBand transport.
pub(super) fn transport_offset(packet: &[u8]) -> Option<usize> {
    /// NxtHdr in the GRH, and its value for InfiniBand transport (IBA 8.3).
    const NEXT_HEADER: usize = 6;
    const TRANSPORT: u8 = 0x1B;
    match lrh::Header::new_checked(packet).ok()?.next() {
        lrh::Next::Raw | lrh::Next::Ipv6 => None,
        lrh::Next::Local => Some(lrh::BYTES),
        lrh::Next::Global => {
            let next = packet.get(lrh::BYTES + NEXT_HEADER)?;
            (*next == TRANSPORT).then_some(lrh::BYTES + GRH_BYTES)
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
