//! The way from the link: packets are checked and go to the host, and what the reflector needs of
//! them is told; flow-control packets are told apart.
//!
//! # Checks
//!
//! What the link brings is that of a port of a switch, [`Nic::port`](super::Nic::port), and is
//! checked as the ingress of that port does ([`crate::switch::ingress`]): whatever comes has a way,
//! and there is room; its answer comes in the cycle after the beat. *Written* beats and packets that are *accepted* are those of the ingress, in the
//! cycle in which it says so; its `drops`, credits and flow control show one cycle later here. An
//! accepted packet has one more [`Cause`] at most:
//!
//! ```text
//! Global            LNH announces a Global Route Header: the NIC is for one subnet
//! BadNotification   a CNP whose PktLen is not CNP_WORDS: it has a payload
//! ```
//!
//! A *CNP* is a packet whose LNH announces the local transport (2), and whose byte 8 is
//! [`OPCODE_CNP`](crate::wire::bth::OPCODE_CNP), whether that byte counts or not.
//!
//! # The host
//!
//! The beats of all packets that are written go to the host, but for those with LNH 3 and for CNPs;
//! a packet that turns out to be bad ends with `m_host_bad`. A beat waits until the next one of its
//! packet is written, or, if it is the last one, for one cycle: it *leaves* in the cycle in which the next one is
//! written, or in that after its own. It shows in the cycle after that in which it leaves; the others of the
//! outputs keep what was shown last.
//!
//! # The header
//!
//! Fields are read from the bytes of the first 20 of a packet in the beats that are written, whether
//! these bytes count or not, and whatever LNH is; they show from the next cycle on, until there are others.
//! In the cycle after that in which a packet is accepted,
//!
//! ```text
//! decoded = LNH is 2, and it has no cause          a CNP, too
//! passed  = LNH is 0, 1 or 2, and it is no CNP
//! drops[Global], drops[BadNotification]            as above
//! ```
//!
//! `payload_bytes` is `4 ((PktLen - 6) mod 2^11)`: all between the BTH and the ICRC, so extended
//! headers and pad bytes, too.
//!
//! Reset forgets the packets that are coming in and clears all registers.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `rx_valid` | 1 | a beat comes |
//! | in `rx_data` | width | its bytes |
//! | in `rx_keep` | bytes | which of them count; with `rx_last` |
//! | in `rx_last` | 1 | it is the last of its packet |
//! | in `rx_flow_control` | 1 | it is a flow-control packet |
//! | in `rx_bad` | 1 | the packet is known to be bad; with `rx_last` |
//! | out `m_host_valid` | 1 | a beat for the host |
//! | out `m_host_data` | width | its bytes |
//! | out `m_host_keep` | bytes | which of them count |
//! | out `m_host_last` | 1 | it is the last of its packet |
//! | out `m_host_bad` | 1 | the packet is bad; with `m_host_last` |
//! | out `decoded` | 1 | a good packet with these fields has come |
//! | out `opcode` | 8 | BTH: opcode |
//! | out `fecn` | 1 | BTH: FECN |
//! | out `becn` | 1 | BTH: BECN |
//! | out `dlid` | 16 | LRH: DLID |
//! | out `slid` | 16 | LRH: SLID |
//! | out `sl` | 4 | LRH: service level |
//! | out `vl` | 4 | LRH: VL |
//! | out `p_key` | 16 | BTH: partition |
//! | out `dest_qp` | 24 | BTH: queue pair |
//! | out `psn` | 24 | BTH: PSN |
//! | out `ack_req` | 1 | BTH: an ACK is asked for |
//! | out `payload_bytes` | [`BYTES_BITS`](super::transmit::BYTES_BITS) | bytes between BTH and ICRC |
//! | out `passed` | 1 | a good packet has come for the host |
//! | out `drops` | [`Cause::ALL`] × 1 | a packet is dropped, or has gone to the host as a bad one |
//! | out `received` | 1 | a block has come |
//! | out `received_vl` | 4 | its VL |
//! | out `flow_control` | 1 | a flow-control packet has come |
//! | out `flow_control_packet` | 48 | the packet |
//! | out `bad_framing` | 1 | what should be one is not |
//!
//! *Width* is [`Port::width_bits`](crate::switch::port::Port::width_bits), *bytes* is
//! [`Port::width_bytes`](crate::switch::port::Port::width_bytes).
//!
//! Module: `tailback_nic_receive`.

use crate::switch::ingress;
use crate::wire::{bth, lrh};

/// Bytes of a packet of which fields are read: LRH and BTH.
pub const HEADER_BYTES: usize = lrh::BYTES + bth::BYTES;

/// The byte with the opcode.
pub const OPCODE_BYTE: usize = lrh::BYTES;

/// Why a packet is dropped, or goes to the host as a bad one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The link version is unknown.
    BadVersion,
    /// There is no such virtual lane.
    BadVirtualLane,
    /// Too short for its headers, longer than the longest packet, or longer than it says.
    BadLength,
    /// Shorter than it says.
    Truncated,
    /// Damaged on the way.
    BadVcrc,
    /// It has a Global Route Header.
    Global,
    /// A CNP with a payload.
    BadNotification,
}

impl Cause {
    /// All of them, in the order of the lanes of `drops`.
    pub const ALL: [Cause; 7] = [
        Cause::BadVersion,
        Cause::BadVirtualLane,
        Cause::BadLength,
        Cause::Truncated,
        Cause::BadVcrc,
        Cause::Global,
        Cause::BadNotification,
    ];

    /// The same cause at the ingress of a port, if it is one there.
    pub fn at_ingress(self) -> Option<ingress::Cause> {
        Some(match self {
            Cause::BadVersion => ingress::Cause::BadVersion,
            Cause::BadVirtualLane => ingress::Cause::BadVirtualLane,
            Cause::BadLength => ingress::Cause::BadLength,
            Cause::Truncated => ingress::Cause::Truncated,
            Cause::BadVcrc => ingress::Cause::BadVcrc,
            Cause::Global | Cause::BadNotification => return None,
        })
    }
}
