//! FECN of received packets, for a light.
//!
//! Module `tailback_mark_detector`, beside a NIC. Inputs: `valid` and `last` of the packets that the NIC gives
//! to its host, and `fecn`, bit [`bit`] of their data. Output: `marked`, high in the cycle with the beat that
//! contains FECN of the Base Transport Header if FECN is set, registered, so one cycle later.

use crate::wire::lrh;

/// Byte of a packet that contains FECN: byte 4 of the BTH (IBA 9.2.1), behind the LRH.
const FECN_BYTE: usize = lrh::BYTES + 4;
/// Bit of FECN in that byte.
const FECN_BIT: usize = 7;

/// Number of the beat that contains FECN.
pub fn beat(width_bytes: usize) -> usize {
    FECN_BYTE / width_bytes
}

/// Bit of that beat's data.
pub fn bit(width_bytes: usize) -> usize {
    FECN_BYTE % width_bytes * u8::BITS as usize + FECN_BIT
}
