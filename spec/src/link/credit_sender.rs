//! The sender's side of link-level credits: what was sent, and what may be.
//!
//! Per VL, two counters in blocks, modulo 4096 (IBA 7.9.4): `fctbs`, all blocks that were sent, and
//! `fccl`, the limit up to which the receiver said that it has room.
//!
//! ```text
//! may_send = initialised and (fccl - (fctbs + blocks)) mod 4096 <= 2048
//! fctbs'   = fctbs + send_blocks      if send and send_vl is this VL, else fctbs
//! fccl'    = update_fccl              if update and update_vl is this VL, else fccl
//! ```
//!
//! `initialised` is set by the first update of the VL and cleared by reset only, as both counters
//! are. All state is in registers: an update lets packets go in the cycle after.
//!
//! Ports, in this order; a lane belongs to a VL:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `update` | 1 | a flow-control packet has come, and is good |
//! | in `update_vl` | [`VL_BITS`] | its VL; one that is not configured changes nothing |
//! | in `update_fccl` | 12 | its FCCL |
//! | in `blocks` | VLs × [`want_bits`] | blocks of the packet that wants to go, for each VL, or of two |
//! | in `send` | 1 | a packet starts to go |
//! | in `send_vl` | [`VL_BITS`] | its VL; one that is not configured, as VL15, counts nothing |
//! | in `send_blocks` | [`block_bits`] | its blocks |
//! | out `may_send` | VLs × 1 | there are credits for `blocks` |
//! | out `initialised` | VLs × 1 | the receiver has spoken |
//! | out `fctbs` | VLs × 12 | blocks that were sent, modulo 4096 |
//!
//! The block does not keep its user from sending without credit; who sends only what `may_send`
//! allows, with the same number of blocks, never overruns the receiver.
//!
//! Module: `tailback_credit_sender`.

use super::Link;
use crate::parameter::bits_for;

/// Bits of a VL's number on the wire (IBA 7.7): VL15 is a number, too.
pub const VL_BITS: usize = 4;

/// Bits of a number of blocks up to that of two longest packets.
pub fn want_bits(link: &Link) -> usize {
    bits_for(2 * link.packet_blocks() as u32)
}

/// Bits of a number of blocks up to the longest packet's.
pub fn block_bits(link: &Link) -> usize {
    bits_for(link.packet_blocks() as u32)
}
