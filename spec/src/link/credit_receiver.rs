//! The receiver's side of link-level credits: what came, and what else may come.
//!
//! Per VL, `abr` counts the blocks that came, modulo 4096 (IBA 7.9.4); with the free blocks of the
//! VL's buffer it gives the limit for the sender.
//!
//! ```text
//! fccl = (abr + min(free, 2048)) mod 4096
//! abr' = update_fctbs    if update and update_vl is this VL, else
//!        abr + 1         if received and received_vl is this VL, else
//!        abr
//! ```
//!
//! A block counts in the cycle in which it takes its place in the buffer: `abr` goes up as `free`
//! goes down, in the same cycle, so that `fccl` stays. An update sets `abr` right after a block was
//! lost on the way. The two cannot meet in one cycle on a link, where a flow-control packet has the
//! beat to itself; if they do, the update wins. Reset clears `abr`.
//!
//! Ports, in this order; a lane belongs to a VL:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `update` | 1 | a flow-control packet has come, and is good |
//! | in `update_vl` | 4 | its VL; one that is not configured changes nothing |
//! | in `update_fctbs` | 12 | its FCTBS |
//! | in `received` | 1 | a block of a packet has come |
//! | in `received_vl` | 4 | its VL; one that is not configured, as VL15, counts nothing |
//! | in `free` | VLs × [`free_bits`] | free blocks of the VL's buffer |
//! | out `fccl` | VLs × 12 | the limit to be told to the sender |
//! | out `abr` | VLs × 12 | blocks that came, modulo 4096 |
//!
//! Module: `tailback_credit_receiver`.

use super::Link;
use crate::parameter::bits_for;

/// Bits of a number of free blocks of one VL.
pub fn free_bits(link: &Link) -> usize {
    bits_for(link.buffer_blocks() as u32)
}
