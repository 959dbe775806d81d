//! Sender's side of link-level credits: blocks sent, and the limit set by the receiver.
//!
//! Per VL, two counters in blocks, modulo 4096 (IBA 7.9.4): `fctbs`, all blocks that were sent, and
//! `fccl`, the limit up to which the receiver has granted credits.
//!
//! ```text
//! may_send = initialised and (fccl - (fctbs + blocks)) mod 4096 <= 2048
//! fctbs'   = fctbs + send_blocks      if send and send_vl is this VL, else fctbs
//! fccl'    = update_fccl              if update and update_vl is this VL, else fccl
//! ```
//!
//! `initialised` is set by the first update of the VL and cleared by reset only, as both counters
//! are. All state is in registers: an update allows packets to start in the next cycle.
//!
//! Ports, in this order; each element is one VL:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `update` | 1 | a good flow-control packet has been received |
//! | in `update_vl` | [`VL_BITS`] | VL of that packet; one that is not configured changes nothing |
//! | in `update_fccl` | 12 | FCCL of that packet |
//! | in `blocks` | VLs × [`want_bits`] | blocks of the packet, or of two, that are to be sent, for each VL |
//! | in `send` | 1 | the transmission of a packet begins |
//! | in `send_vl` | [`VL_BITS`] | VL of that packet; one that is not configured, such as VL15, counts nothing |
//! | in `send_blocks` | [`block_bits`] | blocks of that packet |
//! | out `may_send` | VLs × 1 | there are credits for `blocks` |
//! | out `initialised` | VLs × 1 | the receiver has announced its credits |
//! | out `fctbs` | VLs × 12 | blocks sent, modulo 4096 |
//!
//! The module does not prevent its user from sending without credit; a user that sends only when
//! `may_send` allows it, with the same number of blocks, never overruns the receiver.
//!
//! Module: `tailback_credit_sender`.

use super::Link;
use crate::parameter::bits_for;

/// Bits of a VL on the wire (IBA 7.7), which may be VL15.
pub const VL_BITS: usize = 4;

/// Bits of a number of blocks up to that of two longest packets.
pub fn want_bits(link: &Link) -> usize {
    bits_for(2 * link.packet_blocks() as u32)
}

/// Bits of a number of blocks up to the longest packet's.
pub fn block_bits(link: &Link) -> usize {
    bits_for(link.packet_blocks() as u32)
}
