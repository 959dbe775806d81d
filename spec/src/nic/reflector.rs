//! The reflector of a NIC: FECN in, BECN out (IBA annex A10).
//!
//! For each good packet that a NIC receives, it tells its source side of BECNs and ACKs, and has
//! answers sent: the ACK of a reliable connection (RC), or a congestion notification packet (CNP).
//! Queue pairs (QPs) are numbered from `qp_base` on; that of flow *f* is `qp_base` + *f*. A table says
//! which flows are connected, and to which remote QP.
//!
//! ```text
//! flow      = dest_qp - qp_base  modulo 2^24
//! known     = flow < flows and valid[flow] and ready
//! multicast = dlid >= 0xC000
//! response  = opcode 0x0D to 0x12, request = any other opcode of RC, 0x00 to 0x1F
//!
//! unknown   = not known and not multicast
//! becn      = BECN and known
//! ack       = opcode 0x11 and known, marked if its BECN is set
//! ACK       = request and (ack_req or FECN) and known and not multicast, with BECN if FECN
//! CNP       = FECN and not request and opcode not 0x11, 0x80 and known and not multicast
//! ```
//!
//! Packets of VL15 do nothing. Of what a CNP may carry, the NIC needs nothing: a payload is not looked
//! at. If the packet comes in cycle *t*,
//!
//! * its flow is looked up in cycle *t* + 1; what is written to the table there counts already;
//! * `becn`, `ack` and `unknown` are high in cycle *t* + 3, for one cycle;
//! * an answer is put into a queue at the end of cycle *t* + 2, and shows itself in cycle *t* + 4 if no
//!   other is before it.
//!
//! The answer is offered with `answer_valid` until a cycle with `answer_ready`; the next one follows in
//! the next cycle. Its fields stay as they are until another one is offered. The queue holds
//! [`ANSWERS`], and one more is on offer.
//!
//! `packet_ready` is high while there is room for the answers of this packet and those under way. Who
//! heeds it loses nothing. A packet that comes all the same counts as any; if the queue is full at
//! the beginning of cycle *t* + 2, its answer is dropped, and `lost_ack` or `lost_cnp` is high in
//! cycle *t* + 3. Who sent the packet does not know: an ACK that is lost is one of a later packet's
//! to make up for, or the time-out of RC.
//!
//! After reset, the table is cleared: `ready` is low for as many cycles as there are flows, what is
//! written meanwhile is lost, and all QPs are unknown.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `qp_base` | 24 | the QP of flow 0 |
//! | in `write` | 1 | an entry of the table is written |
//! | in `write_flow` | [`Nic::flow_bits`] | which; nothing is written beyond the last flow |
//! | in `write_valid` | 1 | it is connected |
//! | in `write_qp` | 24 | to this remote QP |
//! | in `packet` | 1 | a good packet has come, with these fields: |
//! | in `opcode` | 8 | OpCode |
//! | in `fecn` | 1 | FECN |
//! | in `becn_in` | 1 | BECN |
//! | in `dlid` | 16 | DLID |
//! | in `slid` | 16 | SLID |
//! | in `sl` | 4 | SL |
//! | in `vl` | 4 | VL |
//! | in `p_key` | 16 | P_Key |
//! | in `dest_qp` | 24 | DestQP |
//! | in `psn` | 24 | PSN |
//! | in `ack_req` | 1 | AckReq |
//! | in `answer_ready` | 1 | the answer that is offered is taken |
//! | out `ready` | 1 | the table is cleared |
//! | out `packet_ready` | 1 | there is room for an answer |
//! | out `becn` | 1 | a BECN has come |
//! | out `becn_flow` | [`Nic::flow_bits`] | for this flow |
//! | out `becn_sl` | 4 | on this SL |
//! | out `ack` | 1 | an ACK has come |
//! | out `ack_flow` | [`Nic::flow_bits`] | for this flow |
//! | out `ack_marked` | 1 | with BECN |
//! | out `unknown` | 1 | a packet for a QP that is not known |
//! | out `lost_ack` | 1 | an ACK was dropped |
//! | out `lost_cnp` | 1 | a CNP was dropped |
//! | out `answer_valid` | 1 | an answer is to be sent: |
//! | out `answer_cnp` | 1 | a CNP, opcode 0x80, PktLen 6; else an ACK, opcode 0x11, PktLen 7 |
//! | out `answer_becn` | 1 | BECN; that of a CNP is always set |
//! | out `answer_dlid` | 16 | DLID: the SLID of the packet |
//! | out `answer_slid` | 16 | SLID: its DLID |
//! | out `answer_sl` | 4 | SL: its own |
//! | out `answer_vl` | 4 | the VL that it is to take: that on which the packet came |
//! | out `answer_p_key` | 16 | P_Key: its own |
//! | out `answer_dest_qp` | 24 | DestQP: the remote QP |
//! | out `answer_psn` | 24 | PSN: its own; 0 for a CNP |
//!
//! `becn_flow`, `becn_sl`, `ack_flow` and `ack_marked` are 0 without `becn` or `ack`. Module:
//! `tailback_reflector`.
//!
//! [`Nic::flow_bits`]: super::Nic::flow_bits

use std::ops::RangeInclusive;

/// Bits of the number of a queue pair.
pub const QP_BITS: usize = 24;
/// Bits of a packet sequence number.
pub const PSN_BITS: usize = 24;
/// Bits of a local identifier.
pub const LID_BITS: usize = 16;
/// Bits of a partition key.
pub const P_KEY_BITS: usize = 16;
/// Bits of a service level, and of a virtual lane.
pub const SL_BITS: usize = 4;
/// Bits of an opcode.
pub const OPCODE_BITS: usize = 8;

/// Answers in the queue.
pub const ANSWERS: usize = 16;
/// So many answers may be under way when a packet comes, and its own.
pub const UNDER_WAY: usize = 3;

/// The opcodes of reliable connections.
pub const RC: RangeInclusive<u8> = 0x00..=0x1F;
/// Those of them that are responses.
pub const RC_RESPONSES: RangeInclusive<u8> = 0x0D..=0x12;
/// That of an ACK.
pub const RC_ACK: u8 = 0x11;
/// The VL of management, which has no congestion control.
pub const MANAGEMENT_VL: u8 = 15;
/// PktLen of an ACK: LRH, BTH, AETH and ICRC.
pub const ACK_WORDS: u32 = 7;
/// PktLen of a CNP: LRH, BTH and ICRC.
pub const CNP_WORDS: u32 = 6;
