//! Receiver's side of link-level credits: blocks received, and the limit granted to the sender.
//!
//! Per VL, `abr` counts the received blocks, modulo 4096 (IBA 7.9.4); together with the free blocks
//! of the VL's buffer it gives the limit for the sender.
//!
//! ```text
//! fccl = (abr + min(free, 2048)) mod 4096
//! abr' = update_fctbs    if update and update_vl is this VL, else
//!        abr + 1         if received and received_vl is this VL, else
//!        abr
//! ```
//!
//! A received block counts in the cycle in which it is stored: `abr` goes up as `free` goes down,
//! in the same cycle, so that `fccl` stays. An update corrects `abr` if a block was lost on the
//! link. On a link the two events never meet in one cycle, since a flow-control packet has the beat
//! to itself; if they do, the update wins. Reset clears `abr`.
//!
//! Ports, in this order; each element is one VL:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `update` | 1 | a good flow-control packet has been received |
//! | in `update_vl` | 4 | VL of that packet; one that is not configured changes nothing |
//! | in `update_fctbs` | 12 | FCTBS of that packet |
//! | in `received` | 1 | a block of a packet has been received |
//! | in `received_vl` | 4 | VL of that block; one that is not configured, such as VL15, counts nothing |
//! | in `free` | VLs × [`free_bits`] | free blocks of the VL's buffer |
//! | out `fccl` | VLs × 12 | limit to be sent to the sender |
//! | out `abr` | VLs × 12 | received blocks, modulo 4096 |
//!
//! Module: `tailback_credit_receiver`.

use super::Link;
use crate::parameter::bits_for;

/// Bits of a number of free blocks of one VL.
pub fn free_bits(link: &Link) -> usize {
    bits_for(link.buffer_blocks() as u32)
}
