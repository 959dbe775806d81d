//! Frame check sequence of Ethernet (IEEE 802.3 3.2.9): CRC-32 of all frame bytes before it.
//!
//! Polynomial, seed and order of the bits are those of [`INVARIANT`](crate::wire::crc::INVARIANT),
//! the definition that the CRC modules take.

use crc::{Crc, CRC_32_ISO_HDLC};

static CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// Bytes of the FCS.
pub const BYTES: usize = 4;

/// FCS of a frame, in the order of the wire; `frame` is all of it before the FCS.
pub fn fcs(frame: &[u8]) -> [u8; BYTES] {
    CRC.checksum(frame).to_le_bytes()
}

/// Whether a frame ends with its FCS.
pub fn has_good_fcs(frame: &[u8]) -> bool {
    frame.split_last_chunk().is_some_and(|(covered, found)| fcs(covered) == *found)
}
