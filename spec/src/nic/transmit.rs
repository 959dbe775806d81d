//! Transmit path: packets of the host as they are granted, and replies between them.
//!
//! Packets are InfiniBand's, from the LRH to the VCRC, in beats as at a port of the switch
//! ([`crate::switch::ingress`]); *port* is [`Nic::port`].
//!
//! # Packets of the host
//!
//! A beat is accepted in a cycle with `s_valid` and `s_ready`. The first beat of a packet carries
//! its flow, an indication whether a further packet of the flow is ready, and, in the LRH, its VL
//! and *P*, its PktLen. A packet is swallowed for at most one [`Cause`], the first in this list
//! that the first beat shows:
//!
//! ```text
//! UnknownFlow       s_flow is no flow
//! BadVersion        as at the ingress of a switch's port
//! BadVirtualLane    as there
//! BadLength         as there, where the header is wrong: P too small for the headers, or too large
//! ```
//!
//! None of the beats of a swallowed packet is stored. Of all other packets, beats are stored in a
//! queue of [`DEPTH`] up to the one with which they *end*: the beat with `s_last`, or the last one
//! by P, whichever is first. A packet that has ended is *bad*, and `m_bad` accompanies its last
//! beat, if:
//!
//! ```text
//! Truncated         s_last is in an earlier beat than the last by P, or with fewer bytes than it has
//! TooLong           s_last is not in that beat, or with more bytes
//! ```
//!
//! Beats after that, up to `s_last`, are accepted and ignored. All bytes of a beat are valid,
//! except with `s_last`: then those below the lowest zero of `s_keep` are.
//!
//! There is at most one *next packet*: the one whose first beat has been accepted, and whose
//! transmission or drop has not begun.
//!
//! ```text
//! s_ready' = level <= DEPTH - 2 and (inside' or there is no next packet')
//! ```
//!
//! with `level` the number of beats that are stored as the cycle begins, `inside'` that the next
//! beat is not the first of a packet, and the next packet, both as the next cycle begins. So
//! `s_ready` is a register, and 0 in the first cycle after reset.
//!
//! # Grants
//!
//! From the cycle after its first beat, the next packet *asks*: it starts at the rate limiter, with
//! its words (beats by P), or with 0 words if it is swallowed for any cause but UnknownFlow, so
//! that its flow does not wait for it. With `start_ready` it asks no longer. If it is swallowed,
//! there is no next packet any more; else it *waits*, in a later cycle, for `look_up`: then it may
//! *go* from the next cycle on, or for `start_ignored` (and not `look_up`): then it is *dropped*
//! for [`Cause::NoGrant`].
//!
//! A decline of a grant is accepted in a cycle with `decline` and `decline_ready`, and held from
//! the next cycle on, if there is such a flow. It starts with 0 words in a cycle with `start_ready`
//! in which no packet asks, and is no longer held.
//!
//! ```text
//! decline_ready   = none is held
//! start           = a packet asks or a decline is held
//! start_flow      = the packet's flow if one asks, else the flow of the decline that was held last
//! start_words     = its words if one asks that is not swallowed, else 0
//! start_more      = a packet asks, and s_more was 1 in its first beat
//! decline_ignored = start_ignored and no packet waits
//! first_sl        = SL of the packet whose first beat was accepted last
//! ```
//!
//! Hence a response of the limiter belongs to the packet if it is given after the cycle in which
//! the packet's start was accepted; a response in that very cycle is for an earlier start.
//!
//! # Replies
//!
//! A reply is a congestion notification packet (CNP) if its opcode is
//! [`OPCODE_CNP`](crate::wire::bth::OPCODE_CNP), and an acknowledgement (ACK) else. Its packet has
//! the LRH (LVer 0, LNH 2), the BTH (all flags 0 but BECN), in an ACK the AETH (syndrome, MSN), the
//! ICRC and the VCRC; PktLen is [`CNP_WORDS`] or [`ACK_WORDS`]. It is accepted in a cycle with
//! `answer_valid` and `answer_ready`, and is *built* from the ninth cycle after that on
//! ([`BUILD_CYCLES`] words pass through the CRCs, one in a cycle). `answer_ready` is 1 from the
//! cycle after that in which its last beat has moved.
//!
//! # Transmission
//!
//! The beat that is offered is held in registers. `room` indicates that they are empty, or
//! `m_ready`. Beats *move* into them, one in a cycle with room. A packet begins only if there are
//! credits for it, which the parent looks up ahead: `host_may_send` depends on `host_vl` and
//! `host_blocks` in earlier cycles, `answer_may_send` on `reply_vl`. Both are 1 for VL15, which has
//! no credits.
//!
//! ```text
//! idle          = no packet is being transmitted or dropped: the last beat of the one before has moved
//! host          = the next packet may go
//! host_vl       = VL of the packet whose first beat was accepted last; 0 after reset
//! host_blocks   = its P div 16 + 1, modulo 2^block_bits; 1 after reset
//! reply_vl'     = answer_vl    if answer_ready, else reply_vl
//! answers       = a reply is built and answer_may_send
//! proceeds      = host and host_may_send
//! begins        = idle and room and (answers or proceeds)
//! begins_vl     = reply_vl     if answers, else host_vl
//! begins_blocks = 1            if answers, else host_blocks
//! lacks_credits = idle and (a reply is built or host) and not answers and not proceeds
//! ```
//!
//! In the cycle with `begins` the first beat moves, that of the reply if `answers`, else that of the
//! next packet; the others of the packet move in the following cycles in which there is room, and
//! the beat is stored. So a reply that has credits precedes the next packet, and one that lacks
//! credits does not delay it. The next packet cannot wait for ever behind replies: after each one,
//! the next reply takes more than [`BUILD_CYCLES`] cycles to be built. If the next packet is to be
//! dropped, and `idle` and not `begins`, its drop begins: from the next cycle on, one of its stored
//! beats is discarded in each cycle, up to its last one; idle is 0 meanwhile.
//!
//! `host` is 1 from the third cycle after that of the packet's first beat on at the earliest. A
//! parent that looks up credits needs two cycles for `host_may_send`, and is in time.
//!
//! A beat that moves is shown from the next cycle on. `m_data`, `m_keep`, `m_last` and `m_bad` keep
//! their last values; in a reply, invalid bytes are 0. `m_keep` has a one for each valid byte.
//!
//! # Events
//!
//! Each event is reported in the cycle after it.
//!
//! ```text
//! sent         the last beat of a packet of the host moves that is not bad
//! sent_flow    the flow of the packet of the host that began last
//! sent_sl      its SL
//! sent_bytes   4 P + 2 of it
//! sent_psn     bytes 17 to 19 of a packet of the host, the PSN of a BTH behind the LRH: of the packet whose
//!              beat with these bytes moved last
//! answered[0]  the last beat of an ACK moves; answered[1]: of a CNP
//! drops[c]     Truncated, TooLong: the last beat of a packet moves that is bad; NoGrant: a packet that
//!              waits is to be dropped; the others: the first beat is accepted
//! ```
//!
//! No cycle is lost between two packets of nine beats or more, if the start is accepted at once and
//! decided within six cycles, the host always has a beat and the link is always ready.
//!
//! Reset discards all packets, and clears all registers: the next beat is the first of a packet.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `s_valid` | 1 | the host has a beat |
//! | in `s_data` | width | bytes of the beat |
//! | in `s_keep` | bytes | valid bytes of the beat; with `s_last` |
//! | in `s_last` | 1 | last beat of its packet |
//! | in `s_flow` | [`Nic::flow_bits`] | flow of the packet |
//! | in `s_more` | 1 | a further packet of the flow is ready; in the first beat |
//! | in `decline` | 1 | the host has no packet for a grant after all |
//! | in `decline_flow` | [`Nic::flow_bits`] | flow that was granted |
//! | in `start_ready` | 1 | the limiter accepts a start |
//! | in `look_up` | 1 | the start was legal |
//! | in `start_ignored` | 1 | the start was not legal |
//! | in `answer_valid` | 1 | a reply is offered |
//! | in `answer_opcode` | 8 | opcode of the reply |
//! | in `answer_sl` | 4 | service level of the reply |
//! | in `answer_vl` | 4 | VL of the reply |
//! | in `answer_dlid` | 16 | DLID of the reply |
//! | in `answer_slid` | 16 | SLID of the reply |
//! | in `answer_p_key` | 16 | partition of the reply |
//! | in `answer_dest_qp` | 24 | destination queue pair of the reply |
//! | in `answer_psn` | 24 | PSN of the reply |
//! | in `answer_becn` | 1 | BECN of the reply |
//! | in `answer_syndrome` | 8 | AETH of an ACK: syndrome |
//! | in `answer_msn` | 24 | AETH of an ACK: MSN |
//! | in `host_may_send` | 1 | there are credits for the next packet |
//! | in `answer_may_send` | 1 | there are credits for the reply |
//! | in `m_ready` | 1 | the link accepts the beat |
//! | out `s_ready` | 1 | the host's beat is accepted |
//! | out `decline_ready` | 1 | the decline is accepted |
//! | out `start` | 1 | a packet starts, or a grant is declined |
//! | out `start_flow` | [`Nic::flow_bits`] | flow of the start |
//! | out `start_words` | [`Nic::word_bits`] | words of the packet, or 0 |
//! | out `start_more` | 1 | there is a further packet behind it |
//! | out `first_sl` | 4 | SL of the packet whose first beat was accepted last; 0 after reset |
//! | out `answer_ready` | 1 | the reply is accepted |
//! | out `host_vl` | 4 | VL of the packet whose first beat was accepted last; 0 after reset |
//! | out `host_blocks` | [`Port::block_bits`] | blocks of that packet; 1 after reset |
//! | out `reply_vl` | 4 | VL of the reply; 0 after reset |
//! | out `lacks_credits` | 1 | a packet is to begin, but for credits |
//! | out `begins` | 1 | a packet begins: its blocks count as sent |
//! | out `begins_vl` | 4 | VL of the packet that begins |
//! | out `begins_blocks` | [`Port::block_bits`] | blocks of the packet that begins |
//! | out `m_valid` | 1 | a beat is transmitted |
//! | out `m_data` | width | bytes of the beat |
//! | out `m_keep` | bytes | valid bytes of the beat |
//! | out `m_last` | 1 | last beat of its packet |
//! | out `m_bad` | 1 | the packet is bad (end of bad packet) |
//! | out `sent` | 1 | a packet of the host has been transmitted |
//! | out `sent_flow` | [`Nic::flow_bits`] | flow of that packet |
//! | out `sent_sl` | 4 | SL of that packet; 0 after reset |
//! | out `sent_bytes` | [`BYTES_BITS`] | bytes of that packet |
//! | out `sent_psn` | 24 | PSN of that packet; 0 after reset |
//! | out `answered` | 2 × 1 | element 0: an ACK has been transmitted; element 1: a CNP |
//! | out `drops` | [`Cause::ALL`] × 1 | a packet is swallowed, or was bad |
//! | out `decline_ignored` | 1 | a start of 0 words was not legal |
//!
//! *Width* is [`Port::width_bits`], *bytes* is [`Port::width_bytes`].
//!
//! Module: `tailback_nic_transmit`.
//!
//! [`Nic::flow_bits`]: super::Nic::flow_bits
//! [`Nic::port`]: super::Nic::port
//! [`Nic::word_bits`]: super::Nic::word_bits
//! [`Port::width_bits`]: crate::switch::port::Port::width_bits
//! [`Port::width_bytes`]: crate::switch::port::Port::width_bytes
//! [`Port::block_bits`]: crate::switch::port::Port::block_bits

/// Beats of the host that are stored, a power of two: as many as are received while the limiter
/// decides.
pub const DEPTH: usize = 16;

/// PktLen of a CNP: LRH, BTH and ICRC (IBA A10).
pub const CNP_WORDS: usize = 6;

/// PktLen of an ACK, which also has an AETH (IBA 9.4).
pub const ACK_WORDS: usize = 7;

/// Cycles to build a reply: one for each word of an ACK, and one for its VCRC.
pub const BUILD_CYCLES: usize = ACK_WORDS + 1;

/// Bits of the bytes of a packet: four times PktLen, and the VCRC.
pub const BYTES_BITS: usize = 13;

/// First byte of the PSN in a packet with a BTH behind its LRH; the PSN has three (IBA 9.2).
pub const PSN_BYTE: usize = 17;

/// Reason for which a packet of the host is not transmitted as it was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The flow does not exist: swallowed.
    UnknownFlow,
    /// The link version is unknown: swallowed.
    BadVersion,
    /// The virtual lane is not configured: swallowed.
    BadVirtualLane,
    /// PktLen is too small for the headers, or too large: swallowed.
    BadLength,
    /// The flow was not granted: swallowed.
    NoGrant,
    /// Shorter than its PktLen: marked as bad.
    Truncated,
    /// Longer than its PktLen: cut off there, and marked as bad.
    TooLong,
}

impl Cause {
    /// All causes, in the order of the elements of `drops`.
    pub const ALL: [Cause; 7] = [
        Cause::UnknownFlow,
        Cause::BadVersion,
        Cause::BadVirtualLane,
        Cause::BadLength,
        Cause::NoGrant,
        Cause::Truncated,
        Cause::TooLong,
    ];
}
