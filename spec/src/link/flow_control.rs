//! Flow-control packets: six bytes that carry one VL's credits (IBA 7.9.4).
//!
//! Bits 47 down to 0, the first byte on the wire being bits 47 to 40: Op (4), FCTBS (12), VL (4),
//! FCCL (12), LPCRC (16). Op 0 is a normal packet, 1 one of a link that is not yet active.
//!
//! **LPCRC**: the polynomial x¹⁶ + x¹² + x³ + x + 1 over the first four bytes, each byte least
//! significant bit first, starting from 0xFFFF. The remainder is complemented. Its bytes are sent
//! with the bits of each reversed, so that the coefficient of x¹⁵ is the first bit on the wire,
//! which is the least significant bit of the first of the two bytes, bits 15 to 8.
//!
//! # The transmitter
//!
//! The transmitter builds the packets and decides when one is due. A VL is *due* when it has sent
//! none since reset, when its `fccl` or `active` differs in this cycle from the values last sent,
//! or when its slot of the period has passed. The period is divided into slots of [`turn_cycles`]
//! cycles: a timer counts from 0, and at the end of each slot the next VL, from 0 upwards and round
//! again, becomes due.
//!
//! ```text
//! valid  = a packet is held
//! packet = that packet, its Op 0 if it was built while active, else 1; 0 if none is held
//! ```
//!
//! In a cycle in which no packet is held, or the one that is held is accepted (`valid and ready`),
//! the next VL that is due, in rotation after the VL of the packet before (after reset: from VL 0),
//! has its packet built from the counters of that cycle, and held from the next cycle on; the VL is
//! then no longer due, unless its slot ends in that very cycle. So *sent* means built: a packet
//! that was built counts as sent, accepted or not. If no VL is due, no packet is held. A held
//! packet does not change until it is accepted. Reset drops it and starts the timer at 0 with the
//! slot of VL 0.
//!
//! The timer counts `0, 1, … turn_cycles - 1, 0, …`; a slot ends in the cycle in which it is
//! `turn_cycles - 1`, and the VL is due from the next cycle on.
//!
//! Ports, in this order: inputs `active` (the link is up), `fctbs` and `fccl` (VLs × 12), `ready`;
//! outputs `valid`, `packet` (48).
//!
//! Module: `tailback_flow_control_transmitter`.
//!
//! # The checker
//!
//! The checker reports whether a received packet is good; it has no state.
//!
//! ```text
//! bad_crc = valid and the LPCRC is wrong
//! bad_op  = valid and not bad_crc and Op > 1
//! bad_vl  = valid and not bad_crc and not bad_op and VL is not configured
//! update  = valid and none of these
//! ```
//!
//! Ports, in this order: inputs `valid`, `packet` (48); outputs `update`, `is_initial` (an update
//! with Op 1), `vl` (4), `fctbs` (12), `fccl` (12), `bad_crc`, `bad_op`, `bad_vl`. The fields
//! follow `packet` whether or not it is good. VL15 has no credits and is never configured.
//!
//! Module: `tailback_flow_control_checker`.

use super::Link;

/// Bits of a flow-control packet.
pub const PACKET_BITS: usize = 48;

/// Cycles of a VL's slot.
pub fn turn_cycles(link: &Link) -> usize {
    link.period_cycles() / link.virtual_lanes()
}
