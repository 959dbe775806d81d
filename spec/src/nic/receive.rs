//! Receive path: checks packets, passes them to the host, decodes headers for the reflector, and
//! separates flow control.
//!
//! # Checks
//!
//! The link has the format of that of a port of a switch, [`Nic::port`](super::Nic::port), and is
//! checked as by the ingress of that port ([`crate::switch::ingress`]): every packet has a route
//! and finds free space; `known` is high in the cycle after the beat. *Written* beats and
//! *accepted* packets are those of the ingress, in the cycle in which it reports them; its `drops`,
//! credits and flow control are output one cycle later here. An accepted packet has one more
//! [`Cause`] at most:
//!
//! ```text
//! Global            LNH announces a Global Route Header: the NIC is for one subnet
//! BadNotification   a CNP whose PktLen is not CNP_WORDS: it has a payload
//! ```
//!
//! A *CNP* is a packet whose LNH announces the local transport (2), and whose byte 8 is
//! [`OPCODE_CNP`](crate::wire::bth::OPCODE_CNP), whether that byte is valid or not.
//!
//! # The host
//!
//! The beats of all written packets are passed to the host, except those with LNH 3 and CNPs; a
//! packet that turns out to be bad ends with `m_host_bad`. A beat waits until the next one of its
//! packet is written, or, if it is the last one, for one cycle: it *leaves* in the cycle in which
//! the next one is written, or in that after its own. It is output in the cycle after that in which
//! it leaves; the outputs other than `m_host_valid` keep their last values.
//!
//! # The header
//!
//! Fields are read from the first 20 bytes of a packet in the beats that are written, whether these
//! bytes are valid or not, and for any LNH; they are output from the next cycle on, until they are
//! replaced. In the cycle after that in which a packet is accepted,
//!
//! ```text
//! decoded = LNH is 2, and it has no cause          a CNP, too
//! passed  = LNH is 0, 1 or 2, and it is no CNP
//! drops[Global], drops[BadNotification]            as above
//! ```
//!
//! `payload_bytes` is `4 ((PktLen - 6) mod 2^11)`: all bytes between the BTH and the ICRC,
//! including extended headers and pad bytes.
//!
//! Reset discards the packets that are being received and clears all registers.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `rx_valid` | 1 | a beat is received |
//! | in `rx_data` | width | bytes of the beat |
//! | in `rx_keep` | bytes | valid bytes of the beat; with `rx_last` |
//! | in `rx_last` | 1 | last beat of its packet |
//! | in `rx_flow_control` | 1 | the beat is a flow-control packet |
//! | in `rx_bad` | 1 | the packet is known to be bad; with `rx_last` |
//! | out `m_host_valid` | 1 | a beat for the host |
//! | out `m_host_data` | width | bytes of the beat |
//! | out `m_host_keep` | bytes | valid bytes of the beat |
//! | out `m_host_last` | 1 | last beat of its packet |
//! | out `m_host_bad` | 1 | the packet is bad; with `m_host_last` |
//! | out `decoded` | 1 | a good packet with these fields has been received |
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
//! | out `ack_req` | 1 | BTH: an ACK is requested |
//! | out `payload_bytes` | [`BYTES_BITS`](super::transmit::BYTES_BITS) | bytes between BTH and ICRC |
//! | out `passed` | 1 | a good packet for the host has been received |
//! | out `drops` | [`Cause::ALL`] × 1 | a packet is dropped, or was passed to the host as a bad one |
//! | out `received` | 1 | a block has been received |
//! | out `received_vl` | 4 | VL of that block |
//! | out `flow_control` | 1 | a flow-control packet has been received |
//! | out `flow_control_packet` | 48 | that packet |
//! | out `bad_framing` | 1 | a beat marked as flow control is not six bytes long |
//!
//! *Width* is [`Port::width_bits`](crate::switch::port::Port::width_bits), *bytes* is
//! [`Port::width_bytes`](crate::switch::port::Port::width_bytes).
//!
//! Module: `tailback_nic_receive`.

use crate::switch::ingress;
use crate::wire::{bth, lrh};

/// Bytes of a packet from which fields are read: LRH and BTH.
pub const HEADER_BYTES: usize = lrh::BYTES + bth::BYTES;

/// Byte with the opcode.
pub const OPCODE_BYTE: usize = lrh::BYTES;

/// Reason for which a packet is dropped, or passed to the host as a bad one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The link version is unknown.
    BadVersion,
    /// The virtual lane is not configured.
    BadVirtualLane,
    /// Too short for its headers, longer than the longest packet, or longer than its PktLen.
    BadLength,
    /// Shorter than its PktLen.
    Truncated,
    /// Damaged on the link.
    BadVcrc,
    /// A packet with a Global Route Header.
    Global,
    /// A CNP with a payload.
    BadNotification,
}

impl Cause {
    /// All causes, in the order of the elements of `drops`.
    pub const ALL: [Cause; 7] = [
        Cause::BadVersion,
        Cause::BadVirtualLane,
        Cause::BadLength,
        Cause::Truncated,
        Cause::BadVcrc,
        Cause::Global,
        Cause::BadNotification,
    ];

    /// Equivalent cause at the ingress of a port, if there is one.
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
