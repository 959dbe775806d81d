//! Sender's side of link-level credits: blocks sent, and the limit set by the receiver.
//!
//! Per VL, two counters in blocks, modulo 4096 (IBA 7.9.4): `fctbs`, all blocks that were sent, and
//! `fccl`, the limit up to which the receiver has granted credits.
//!
//! ```text
//! may_send'     = initialised and (fccl - (fctbs + blocks)) mod 4096 <= 2048
//! may_send_one' = initialised and (fccl - (fctbs + 1)) mod 4096 <= 2048
//! fctbs'        = fctbs + send_blocks      if send and send_vl is this VL, else fctbs
//! fccl'         = update_fccl              if update and update_vl is this VL, else fccl
//! ```
//!
//! `initialised` is set by the first update of the VL and cleared by reset only, as both counters
//! are. All outputs are registers, cleared by reset: an update in cycle *t* is in `may_send` from
//! cycle *t* + 2 on, and so are the blocks of a packet whose transmission begins in cycle *t*.
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
//! | out `may_send` | VLs × 1 | there were credits for `blocks` in the cycle before |
//! | out `may_send_one` | VLs × 1 | there were credits for one block in the cycle before |
//! | out `initialised` | VLs × 1 | the receiver has announced its credits |
//! | out `fctbs` | VLs × 12 | blocks sent, modulo 4096 |
//!
//! The module does not prevent its user from sending without credit. A user never overruns the
//! receiver if it sends only when `may_send` allows it, with the number of blocks of the cycle
//! before, or one block when `may_send_one` allows it, and ignores both in the cycle after each
//! `send`: there they do not include its blocks yet.
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
