//! Receive side of a port: checks packets, stores or drops them, and separates flow control.
//!
//! In a cycle with `rx_valid`, the link delivers a *beat* of [`Port::width_bytes`] bytes, the first
//! on the wire in the least significant bits of `rx_data`. All bytes are valid, except in a beat
//! with `rx_last`: there the first *n* are valid, *n* being the number of ones of `rx_keep` below
//! its lowest zero. The module cannot stall the link.
//!
//! Checks take two cycles. In the cycle of the beat, `destination` is its DLID, and `free` is
//! sampled. In the cycle after, the parent supplies `known` and `port` for that DLID, and all other
//! outputs refer to the beat; they are 0 if there was none. Below, *now* is that cycle, and *then*
//! is the cycle of the beat.
//!
//! # Flow control
//!
//! A beat with `rx_flow_control` is a whole flow-control packet, wherever it occurs; the beats of a
//! packet may continue after it as if it had not been there.
//!
//! ```text
//! flow_control        = the beat has rx_last, and n = 6
//! flow_control_packet = its first six bytes, the first one in bits 47 to 40; valid with flow_control
//! bad_framing         = the beat has not
//! ```
//!
//! # Packets
//!
//! Every other beat belongs to a packet, which lasts up to a beat with `rx_last`. The first beat
//! contains the whole Local Route Header, which is read there whether its bytes are valid or not.
//! With *P* for its PktLen, a packet should have [`super::port::beats`]`(P)` beats, the last one
//! with [`super::port::tail_bytes`]`(P)` bytes, and occupies `P / 16 + 1` blocks. Its *lane* is the
//! index of its VL ([`Port::lane`]). `destination` is the DLID of `rx_data` as if that were a first
//! beat, in every cycle.
//!
//! A packet has at most one [`Cause`] to be dropped: the first of these that holds for its first
//! beat,
//!
//! ```text
//! BadVersion            LVer is not 0
//! BadVirtualLane        its VL is not configured
//! BadLength             P is less than the headers that LNH announces (lrh::Next::least_words), or more
//!                       than Port::longest_words of the VL
//! NoRoom                room[lane] was less than its blocks then, in a data VL
//! NoManagementRoom      the same, in VL15
//! UnknownDestination    not known now
//!
//! room[lane]          = free[lane] - (1 if write is the first of 64 bytes, and its packet of this lane)
//! ```
//!
//! `take` is high with the first beat of each 64 bytes that is written, `take_lane` is its lane. A
//! block that is taken affects `free` from the next cycle on; `room` takes it into account at once.
//!
//! If none holds, it is the first of these that holds for the beat with which the packet *ends*,
//! which is the beat with `rx_last` or the last one by PktLen, whichever is first:
//!
//! ```text
//! Truncated             rx_last is in an earlier beat, or n is less than it should be
//! BadLength             rx_last is not in that beat, or n is more than it should be
//! BadVcrc               its last two bytes are not its VCRC, or rx_bad is high with rx_last
//! ```
//!
//! The beats of a packet are written from the first to the one with which it ends, each in its own
//! cycle: `write` and the signals beside it are the inputs of [`super::input_buffer`], with
//! `write_bad` in the last one if there is a cause. But a packet whose first beat shows a cause,
//! even as the beat with which it ends, is not written at all. Beats after the one with which a
//! packet ends, up to `rx_last`, are ignored.
//!
//! ```text
//! write_word  = rx_data then, and above it a bit for each byte, set if it is valid (the lowest
//!               for the first); whether it is written or not
//! write_queue = port * lanes + lane    valid with write_first
//! write_blocks = its blocks, write_beats = its beats, both by P; valid with write_first, else 0
//! begins      = the beat is the first of a packet
//! drops[c]    = the packet has cause c; in the cycle after the beat that shows it
//! accepted    = the packet ends without a cause; accepted_lane and accepted_blocks are its lane and
//!               blocks, else 0
//! ```
//!
//! # Credits
//!
//! A sender counts what it has sent, good or bad. So the blocks of every packet of a configured
//! data VL count as received, except those of a packet that found no free space: these the receiver
//! must not count.
//!
//! ```text
//! received    = a beat of a packet whose VL is a configured data VL, and which is not dropped for
//!               NoRoom; from its first to that with rx_last, the first beat of each 64 bytes
//! received_vl = its VL, else 0
//! ```
//!
//! Reset discards the packet that is being received, and the last beat: the next beat is a first
//! one. `write_word` is 0 until then.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `rx_valid` | 1 | a beat is received |
//! | in `rx_data` | [`Port::width_bits`] | bytes of the beat |
//! | in `rx_keep` | [`Port::width_bytes`] | valid bytes of the beat; with `rx_last` |
//! | in `rx_last` | 1 | last beat of its packet |
//! | in `rx_flow_control` | 1 | the beat is a flow-control packet |
//! | in `rx_bad` | 1 | the packet is known to be bad (end of bad packet); with `rx_last` |
//! | in `known` | 1 | the forwarding table has a hit for `destination` of the cycle before |
//! | in `port` | [`Port::port_bits`] | output port of that hit |
//! | in `free` | lanes × [`InputBuffer::free_bits`](super::input_buffer::InputBuffer::free_bits) | free blocks of each VL |
//! | out `destination` | 16 | DLID of the beat |
//! | out `write` | 1 | a beat is stored |
//! | out `write_first` | 1 | first beat of a packet |
//! | out `write_last` | 1 | last beat of the packet |
//! | out `write_bad` | 1 | the packet is bad |
//! | out `write_queue` | [`InputBuffer::queue_bits`](super::input_buffer::InputBuffer::queue_bits) | queue of the packet |
//! | out `write_blocks` | [`Port::block_bits`] | blocks of the packet |
//! | out `write_beats` | [`InputBuffer::beats_bits`](super::input_buffer::InputBuffer::beats_bits) | beats of the packet |
//! | out `write_word` | [`Port::word_bits`] | the beat: its bytes, and above them one valid bit per byte |
//! | out `take` | 1 | the beat is the first of 64 bytes that are stored |
//! | out `take_lane` | [`lane_bits`] | VL of the packet; 0 without `take` |
//! | out `received` | 1 | a block has been received |
//! | out `received_vl` | 4 | VL of that block |
//! | out `flow_control` | 1 | a flow-control packet has been received |
//! | out `flow_control_packet` | 48 | that packet |
//! | out `bad_framing` | 1 | a beat marked as flow control is not six bytes long |
//! | out `accepted` | 1 | a good packet has been received |
//! | out `accepted_lane` | [`lane_bits`] | VL of that packet |
//! | out `accepted_blocks` | [`Port::block_bits`] | blocks of that packet |
//! | out `drops` | [`Cause::ALL`] × 1 | a packet is dropped, or was cut through and is bad |
//! | out `begins` | 1 | the first beat of a packet has been received; it may be dropped |
//!
//! Module: `tailback_ingress`.

use super::port::Port;
use crate::parameter::bits_for;

/// Reason for which a packet is dropped, in the order of the outputs that report it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The link version is unknown.
    BadVersion,
    /// The virtual lane is not configured.
    BadVirtualLane,
    /// Too short for its headers, longer than the longest packet, or longer than its PktLen.
    BadLength,
    /// No route to its destination.
    UnknownDestination,
    /// A data packet that was sent without credits.
    NoRoom,
    /// A packet of VL15 for which there is no free space.
    NoManagementRoom,
    /// Shorter than its PktLen.
    Truncated,
    /// Damaged on the link.
    BadVcrc,
}

impl Cause {
    /// All causes, in the order of the elements of `drops`.
    pub const ALL: [Cause; 8] = [
        Cause::BadVersion,
        Cause::BadVirtualLane,
        Cause::BadLength,
        Cause::UnknownDestination,
        Cause::NoRoom,
        Cause::NoManagementRoom,
        Cause::Truncated,
        Cause::BadVcrc,
    ];
}

/// Bits of a VL index.
pub fn lane_bits(port: &Port) -> usize {
    bits_for(port.lanes() as u32 - 1)
}
