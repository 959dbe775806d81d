//! The reflector of a NIC: turns FECN into BECN, and ACKs into numbers of acknowledged packets (IBA
//! annex A10, IBA 9.7.5).
//!
//! For each good packet that a NIC receives, the reflector reports BECNs and acknowledged packets
//! to the source side, and requests replies: the ACK of a reliable connection (RC), or a congestion
//! notification packet (CNP). Queue pairs (QPs) are numbered from `qp_base`; that of flow *f* is
//! `qp_base` + *f*. A table stores which flows are connected, and to which remote QP.
//!
//! ```text
//! flow      = dest_qp - qp_base  modulo 2^24
//! known     = flow < flows and valid[flow] and ready
//! multicast = dlid >= 0xC000
//! response  = opcode 0x0D to 0x12, request = any other opcode of RC, 0x00 to 0x1F
//!
//! unknown   = not known and not multicast
//! becn      = BECN and known
//! is_ack    = opcode 0x11
//! ACK       = request and (ack_req or FECN) and known and not multicast, with BECN if FECN
//! CNP       = FECN and not request and opcode not 0x11, 0x80 and known and not multicast
//! ```
//!
//! Packets of VL15 have no effect. The payload that a CNP may carry is ignored. The source QP of a
//! packet is not checked, for the BTH contains DestQP alone (IBA 9.2). If `packet` is high in cycle
//! *t*,
//!
//! * the flow is looked up in cycle *t* + 1; an entry that is written in that cycle is already
//!   effective;
//! * `becn`, `ack`, `ack_ignored` and `unknown` are high in cycle *t* + 3, for one cycle;
//! * the reply that the packet requests is *decided* in cycle *t* + 3, see below.
//!
//! # Owed replies
//!
//! A NIC owes each flow at most one reply: an ACK, or, if no ACK is requested, a CNP. So replies
//! need no more memory than flows, and none is ever lost. An ACK acknowledges all requests before
//! its PSN (IBA 9.7.5.1.2), a BECN stands for all FECNs since the last reply.
//!
//! ```text
//! in the cycle in which a reply of flow f is decided:
//!   free   = not answer_valid or answer_ready
//!   owed f:     joined: it is an ACK, if one of the two is; with BECN, if one of the two has it;
//!               PSN: the later one of two ACKs (the owed one's if (owed - new) mod 2^24 < 2^23),
//!               else that of the ACK; all other fields: those of the packet received last
//!   not owed f: if free, and no flow waits, leaves or is read: the reply shows from the next cycle on
//!               else f is owed this reply, and waits behind all flows that wait
//!
//! takes  = a flow has waited for two cycles or more, and free, and no flow leaves or is read
//! ```
//!
//! With `takes`, the flow that has waited longest stops waiting: in the next cycle, *x*, it
//! *leaves*, and is owed nothing from *x* + 1 on. If a reply for it is decided in cycle *x*, the
//! joined one shows from *x* + 1 on; else the owed reply is *read*, which is in *x* + 1, and shows
//! from *x* + 2 on. The reply to a packet that finds nothing owed, and no other reply before its
//! own, shows in cycle *t* + 4.
//!
//! A joined reply is reported by `joined_ack` or `joined_cnp` (according to the packet's request)
//! in the cycle after that in which it is decided.
//!
//! The reply is offered with `answer_valid` until a cycle with `answer_ready`. Its fields stay as
//! they are until another one is offered.
//!
//! # Packets in flight
//!
//! The source side of a flow counts packets that it has sent and that are not acknowledged:
//!
//! ```text
//! out    = packets of the flow that were sent - those that were acknowledged or released
//! newest = PSN of the packet that was sent last, of those with `sent_numbered`; 0 after reset
//! ahead  = (PSN of the ACK - newest) modulo 2^24
//! behind = (newest - PSN of the ACK) modulo 2^24
//! count  = out            if ahead < 16
//!          out - behind   else if behind < out
//!          0              else
//! ```
//!
//! An ACK for a known flow acknowledges `count` packets: that of the newest packet acknowledges all
//! of them, an earlier one all but those that were sent after it. An ACK that is old, or for no
//! packet, has `count` 0. (An ACK is *ahead* if packets were sent again while the ACK of their
//! first copies was on its way.) If packets of a flow do not have consecutive PSNs, an ACK
//! acknowledges fewer packets than it could, until that of the newest one. A packet that is
//! *released* counts as acknowledged, if `out` is not 0.
//!
//! In cycle *t* + 3, `ack` is high if `count` > 0, with `ack_count`; else `ack_ignored`. A release
//! that is accepted in cycle *t* + 1 is reported in *t* + 3 in the same way, with `ack_released`.
//! `release_ready` is low if the packet of the cycle before is an ACK, not of VL15. `out` and
//! `newest` include packets that were sent in cycle *t* or before, and ACKs and releases that were
//! reported before *t* + 3. No more packets are ever acknowledged than were sent.
//!
//! After reset, memory is cleared: `ready` is low for as many cycles as there are flows. In these
//! cycles, writes are lost, all QPs are unknown, packets that are sent do not count, and no release
//! is accepted.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `qp_base` | 24 | the QP of flow 0 |
//! | in `write` | 1 | an entry of the table is written |
//! | in `write_flow` | [`Nic::flow_bits`] | flow of the entry; nothing is written beyond the last flow |
//! | in `write_valid` | 1 | the flow is connected |
//! | in `write_qp` | 24 | remote QP of the flow |
//! | in `packet` | 1 | a good packet has been received, with these fields: |
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
//! | in `answer_ready` | 1 | the reply that is offered is accepted |
//! | in `sent` | 1 | a packet of the host was sent |
//! | in `sent_flow` | [`Nic::flow_bits`] | flow of that packet; beyond the last one, nothing is counted |
//! | in `sent_psn` | 24 | PSN of that packet |
//! | in `sent_numbered` | 1 | the PSN is valid |
//! | in `release_valid` | 1 | a packet in flight is given up |
//! | in `release_flow` | [`Nic::flow_bits`] | flow of that packet |
//! | out `ready` | 1 | memory is cleared |
//! | out `release_ready` | 1 | the release is accepted |
//! | out `becn` | 1 | a BECN has been received |
//! | out `becn_flow` | [`Nic::flow_bits`] | flow of the BECN |
//! | out `becn_sl` | 4 | SL of the BECN |
//! | out `ack` | 1 | packets are acknowledged or released |
//! | out `ack_flow` | [`Nic::flow_bits`] | flow of these packets |
//! | out `ack_count` | [`Nic::window_bits`] | number of these packets |
//! | out `ack_marked` | 1 | the ACK has BECN |
//! | out `ack_released` | 1 | a release instead of an ACK |
//! | out `ack_ignored` | 1 | an ACK for a known flow, or a release, is for no packet in flight |
//! | out `unknown` | 1 | a packet for an unknown QP has been received |
//! | out `joined_ack` | 1 | an ACK was joined to the owed reply |
//! | out `joined_cnp` | 1 | a CNP was joined to the owed reply |
//! | out `answer_valid` | 1 | a reply is to be sent, with these fields: |
//! | out `answer_cnp` | 1 | a CNP, opcode 0x80, PktLen 6; else an ACK, opcode 0x11, PktLen 7 |
//! | out `answer_becn` | 1 | BECN; always set in a CNP |
//! | out `answer_dlid` | 16 | DLID: the SLID of the packet |
//! | out `answer_slid` | 16 | SLID: the DLID of the packet |
//! | out `answer_sl` | 4 | SL of the packet |
//! | out `answer_vl` | 4 | VL of the reply: that on which the packet was received |
//! | out `answer_p_key` | 16 | P_Key of the packet |
//! | out `answer_dest_qp` | 24 | DestQP: the remote QP |
//! | out `answer_psn` | 24 | PSN of the packet; 0 for a CNP |
//!
//! `becn_flow`, `becn_sl`, `ack_flow`, `ack_count`, `ack_marked` and `ack_released` are 0 without
//! `becn` or `ack`. Module: `tailback_reflector`.
//!
//! [`Nic::flow_bits`]: super::Nic::flow_bits
//! [`Nic::window_bits`]: super::Nic::window_bits

use std::ops::RangeInclusive;

/// Bits of a queue pair number.
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

/// An ACK is *ahead* if its PSN is later than the newest by less than 2 to the power of this.
pub const AHEAD_BITS: usize = 4;

/// Opcodes of reliable connections.
pub const RC: RangeInclusive<u8> = 0x00..=0x1F;
/// Opcodes of reliable connections that are responses.
pub const RC_RESPONSES: RangeInclusive<u8> = 0x0D..=0x12;
/// Opcode of an ACK.
pub const RC_ACK: u8 = 0x11;
/// VL of management, which has no congestion control.
pub const MANAGEMENT_VL: u8 = 15;
/// PktLen of an ACK: LRH, BTH, AETH and ICRC.
pub const ACK_WORDS: u32 = 7;
/// PktLen of a CNP: LRH, BTH and ICRC.
pub const CNP_WORDS: u32 = 6;
