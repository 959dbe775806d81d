//! The way to the link: packets of the host as they are granted, and answers between them.
//!
//! Packets are InfiniBand's, from the LRH to the VCRC, and come in beats as those of a port of the
//! switch do ([`crate::switch::ingress`]); *port* is [`Nic::port`].
//!
//! # Packets of the host
//!
//! A beat is taken in a cycle with `s_valid` and `s_ready`. The first one of a packet brings its flow
//! and whether a further packet of the flow is ready, and of the LRH its VL and *P*, its PktLen. A
//! packet has one [`Cause`] at most for which it is swallowed; that which comes first in this list,
//! of those that the first beat shows:
//!
//! ```text
//! UnknownFlow       s_flow is no flow
//! BadVersion        as at the ingress of a switch's port
//! BadVirtualLane    as there
//! BadLength         as there, where the header is wrong: P too small for the headers, or too large
//! ```
//!
//! None of its beats is stored. All others have their beats stored in a queue of [`DEPTH`] up to that
//! with which they *end*, which is the one with `s_last`, or the one that is the last by P, whichever
//! comes first. A packet that ends is *cut*, and `m_bad` comes with its last beat:
//!
//! ```text
//! Truncated         s_last comes in an earlier beat than the last by P, or with fewer bytes than it has
//! TooLong           s_last does not come in that beat, or with more bytes
//! ```
//!
//! Beats after that, up to `s_last`, are taken and ignored. Of a beat all bytes count, but with
//! `s_last`: then those do that are below the lowest zero of `s_keep`.
//!
//! There is at most one *next packet*: the one whose first beat has come, and that has not begun to go
//! or to be dropped.
//!
//! ```text
//! s_ready = level < DEPTH and (inside or there is no next packet)
//! ```
//!
//! with `level` the beats that are stored, and `inside` that the next beat is not the first of a
//! packet, both as the cycle begins.
//!
//! # Grants
//!
//! From the cycle after its first beat, the next packet *asks*: it starts at the rate limiter, with
//! its words (beats as P has them), or with 0 words if it is swallowed for any cause but UnknownFlow, so
//! that its flow waits for nothing. With `start_ready` it asks no longer. If it is swallowed, there is
//! no next packet any more; else it *waits*, in a cycle after that, for `look_up`: then it may *go*
//! from the next cycle on, or `start_ignored` (and not `look_up`): then it is *dropped* for
//! [`Cause::NoGrant`].
//!
//! A decline of a grant is taken in a cycle with `decline` and `decline_ready`, and held from the
//! next cycle on, if there is such a flow. It starts with 0 words in a cycle with `start_ready` in
//! which no packet asks, and is no longer held.
//!
//! ```text
//! decline_ready   = none is held
//! start           = a packet asks or a decline is held
//! start_flow      = the packet's flow if one asks, else the flow of the decline that was held last
//! start_words     = its words if one asks that is not swallowed, else 0
//! start_more      = a packet asks, and s_more was 1 in its first beat
//! decline_ignored = start_ignored and no packet waits
//! first_sl        = SL of the packet whose first beat came last
//! ```
//!
//! So an answer of the limiter belongs to the packet if it comes after the cycle in which the packet's
//! start was taken; one that comes in that very cycle is for an earlier start.
//!
//! # Answers
//!
//! An answer is a congestion notification packet (CNP) if its opcode is
//! [`OPCODE_CNP`](crate::wire::bth::OPCODE_CNP), and an acknowledgement (ACK) else. Its packet has the LRH (LVer 0, LNH 2), the BTH (all
//! flags 0 but BECN), in an ACK the AETH (syndrome, MSN), the ICRC and the VCRC; PktLen is
//! [`CNP_WORDS`] or [`ACK_WORDS`]. It is taken in a cycle with `answer_valid` and `answer_ready`, and is
//! *built* from the ninth cycle after that on ([`BUILD_CYCLES`] words go through the CRCs, one in a
//! cycle). `answer_ready` is 1 from the cycle after that in which its last beat has moved.
//!
//! # The way out
//!
//! The link shows a beat in registers. `room` is that there is none, or `m_ready`. Beats *move*
//! into them, one in a cycle with room. A packet begins only if `may_send`, which answers
//! `want_vl` and `want_blocks` in the same cycle: 1 for VL15, which has no credits.
//!
//! ```text
//! idle         = no packet is on its way out: the last beat of the one before has moved
//! host         = the next packet may go
//! want         = idle and (host or an answer is built)
//! want_answer  = an answer is built and not (passed and host)
//! want_vl      = VL of the answer   if want_answer, else of the packet whose first beat came last
//! want_blocks  = 1                  if want_answer, else its P div 16 + 1, modulo 2^block_bits
//! begins       = want and may_send and room
//! passed'      = want and want_answer and not may_send
//! ```
//!
//! In the cycle with `begins` the first beat of the answer or of the next packet moves; the others of
//! the packet move in those of the following cycles in which there is room, and the beat is stored.
//! So an answer goes before the next packet, but while it lacks credits, each is wanted in every
//! other cycle. If the next
//! packet is to be dropped, and `idle` and not `begins`, it begins to be: from the next cycle on, one of
//! its stored beats vanishes in each cycle, up to its last one; idle is 0 meanwhile.
//!
//! A beat that moves shows from the next cycle on. `m_data`, `m_keep`, `m_last` and `m_bad` keep what
//! was shown last; in an answer, bytes that do not count are 0. `m_keep` has a one for each byte that
//! counts.
//!
//! # Events
//!
//! Each is told in the cycle after.
//!
//! ```text
//! sent         the last beat of a packet of the host moves that is not cut
//! sent_flow    the flow of the packet of the host that began last
//! sent_sl      its SL
//! sent_bytes   4 P + 2 of it
//! sent_psn     bytes 17 to 19 of a packet of the host, the PSN of a BTH behind the LRH: of the packet whose
//!              beat with these bytes moved last
//! answered[0]  the last beat of an ACK moves; answered[1]: of a CNP
//! drops[c]     Truncated, TooLong: the last beat of a packet moves that is cut; NoGrant: a packet that
//!              waits is to be dropped; the others: the first beat is taken
//! ```
//!
//! With packets of nine words and more, a start that is taken at once and answered within six
//! cycles, a host that always has a beat and a link that always takes one, no cycle is lost between
//! two packets.
//!
//! Reset forgets all packets, and clears all registers: the next beat is the first of a packet.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `s_valid` | 1 | the host has a beat |
//! | in `s_data` | width | its bytes |
//! | in `s_keep` | bytes | which of them count; with `s_last` |
//! | in `s_last` | 1 | it is the last of its packet |
//! | in `s_flow` | [`Nic::flow_bits`] | the flow |
//! | in `s_more` | 1 | a further packet of the flow is ready; in the first beat |
//! | in `decline` | 1 | the host has no packet for a grant after all |
//! | in `decline_flow` | [`Nic::flow_bits`] | the flow that was granted |
//! | in `start_ready` | 1 | the limiter takes a start |
//! | in `look_up` | 1 | the start was legal |
//! | in `start_ignored` | 1 | it was not |
//! | in `answer_valid` | 1 | there is an answer |
//! | in `answer_opcode` | 8 | its opcode |
//! | in `answer_sl` | 4 | its service level |
//! | in `answer_vl` | 4 | its VL |
//! | in `answer_dlid` | 16 | where it goes |
//! | in `answer_slid` | 16 | where it comes from |
//! | in `answer_p_key` | 16 | its partition |
//! | in `answer_dest_qp` | 24 | the queue pair that it is for |
//! | in `answer_psn` | 24 | its PSN |
//! | in `answer_becn` | 1 | BECN |
//! | in `answer_syndrome` | 8 | AETH of an ACK: syndrome |
//! | in `answer_msn` | 24 | AETH of an ACK: MSN |
//! | in `may_send` | 1 | there are credits for what is wanted |
//! | in `m_ready` | 1 | the link takes the beat |
//! | out `s_ready` | 1 | the host's beat is taken |
//! | out `decline_ready` | 1 | the decline is taken |
//! | out `start` | 1 | a packet starts, or a grant is declined |
//! | out `start_flow` | [`Nic::flow_bits`] | its flow |
//! | out `start_words` | [`Nic::word_bits`] | its words, or 0 |
//! | out `start_more` | 1 | there is a further packet behind it |
//! | out `first_sl` | 4 | SL of the packet whose first beat came last; 0 after reset |
//! | out `answer_ready` | 1 | the answer is taken |
//! | out `want` | 1 | a packet wants to begin |
//! | out `want_vl` | 4 | its VL |
//! | out `want_blocks` | [`Port::block_bits`] | its blocks |
//! | out `begins` | 1 | it begins: its blocks count as sent |
//! | out `m_valid` | 1 | a beat goes |
//! | out `m_data` | width | its bytes |
//! | out `m_keep` | bytes | which of them count |
//! | out `m_last` | 1 | it is the last of its packet |
//! | out `m_bad` | 1 | the packet is bad (end of bad packet) |
//! | out `sent` | 1 | a packet of the host has gone |
//! | out `sent_flow` | [`Nic::flow_bits`] | its flow |
//! | out `sent_sl` | 4 | its SL; 0 after reset |
//! | out `sent_bytes` | [`BYTES_BITS`] | its bytes |
//! | out `sent_psn` | 24 | its PSN; 0 after reset |
//! | out `answered` | 2 × 1 | an ACK, a CNP has gone |
//! | out `drops` | [`Cause::ALL`] × 1 | a packet is swallowed, or was cut |
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

/// Beats of the host that are stored, a power of two: as many as pass while the limiter decides.
pub const DEPTH: usize = 16;

/// PktLen of a CNP: LRH, BTH and ICRC (IBA A10).
pub const CNP_WORDS: usize = 6;

/// PktLen of an ACK, which has an AETH, too (IBA 9.4).
pub const ACK_WORDS: usize = 7;

/// Cycles for which an answer is being built: one for each word of an ACK, and one for its VCRC.
pub const BUILD_CYCLES: usize = ACK_WORDS + 1;

/// Bits of the bytes of a packet: four times PktLen, and the VCRC.
pub const BYTES_BITS: usize = 13;

/// The first byte of the PSN in a packet with a BTH behind its LRH; the PSN has three (IBA 9.2).
pub const PSN_BYTE: usize = 17;

/// Why a packet of the host does not go as it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// There is no such flow: swallowed.
    UnknownFlow,
    /// The link version is unknown: swallowed.
    BadVersion,
    /// There is no such virtual lane: swallowed.
    BadVirtualLane,
    /// PktLen is too small for the headers, or too large: swallowed.
    BadLength,
    /// The flow was not granted: swallowed.
    NoGrant,
    /// Shorter than it says: marked as bad.
    Truncated,
    /// Longer than it says: cut off, and marked as bad.
    TooLong,
}

impl Cause {
    /// All of them, in the order of the lanes of `drops`.
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
