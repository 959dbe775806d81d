//! What comes in on a port: packets are checked, and stored or dropped; credits are told apart.
//!
//! In a cycle with `rx_valid`, the link brings a *beat* of [`Port::width_bytes`] bytes, the first of
//! the wire in the least significant bits of `rx_data`. All of them count, but with `rx_last`: then
//! the first *n* count, *n* being the number of ones of `rx_keep` below its lowest zero. The block
//! cannot stall the link.
//!
//! Checks take two cycles. In that of the beat, `destination` is shown, and `free` looked at. In the
//! cycle after, the parent answers with `known` and `port`, and all other outputs tell of the beat;
//! they are 0 if there was none. What follows says *now* for that cycle, and *then* for that of the
//! beat.
//!
//! # Flow control
//!
//! A beat with `rx_flow_control` is a flow-control packet of its own, wherever it comes; the beats
//! of a packet may go on after it as if it had not been there.
//!
//! ```text
//! flow_control        = it has rx_last, and n = 6
//! flow_control_packet = its first six bytes, the first one in bits 47 to 40; 0 without flow_control
//! bad_framing         = it has not
//! ```
//!
//! # Packets
//!
//! Every other beat belongs to a packet, which goes on to a beat with `rx_last`. All of the Local
//! Route Header is in the first beat, and is read there whether its bytes count or not. With *P* for its PktLen, a packet should have [`super::port::beats`]`(P)`
//! beats, the last one with [`super::port::tail_bytes`]`(P)` bytes, and takes `P / 16 + 1` blocks. Its *lane* is
//! that of its VL ([`Port::lane`]). `destination` is the DLID of `rx_data` as if it were a first
//! beat, in every cycle, and the parent answers in the cycle after, with `known` and `port`.
//!
//! A packet has one [`Cause`] to be dropped at most, the first one that holds of those that the
//! first beat shows:
//!
//! ```text
//! BadVersion            LVer is not 0
//! BadVirtualLane        its VL has no lane
//! BadLength             P is less than the headers that LNH announces (lrh::Next::least_words), or more
//!                       than Port::longest_words of the lane
//! NoRoom                room[lane] was less than its blocks then, in a data VL
//! NoManagementRoom      the same, in VL15
//! UnknownDestination    not known now
//!
//! room[lane]          = free[lane] - (1 if write is the first of 64 bytes, and its packet of this lane)
//! ```
//!
//! A word that is written counts in `free` from the next cycle on; `room` knows of it at once.
//!
//! or else the one that the beat shows with which it *ends*, which is the one with `rx_last`, or the
//! one with which it should, whichever comes first:
//!
//! ```text
//! Truncated             rx_last comes in an earlier beat, or n is less than it should be
//! BadLength             rx_last does not come in that beat, or n is more than it should be
//! BadVcrc               its last two bytes are not its VCRC, or rx_bad comes with rx_last
//! ```
//!
//! The beats of a packet are written from the first to that with which it ends, each in its own
//! cycle: `write` and its companions are the inputs of [`super::input_buffer`], with `write_bad` in the last one
//! if there is a cause. But a packet whose first beat shows a cause, be it that with which it ends,
//! is not written at all. Beats after the one with which a packet ends, up to `rx_last`, are ignored.
//!
//! ```text
//! write_word  = rx_data then, and above it a bit for each byte that counts (the lowest for the
//!               first); whether it is written or not
//! write_queue = port * lanes + lane    with write_first, else 0
//! begins      = the beat is the first of a packet
//! begins_lane = its lane    with begins and if its first beat shows no cause but UnknownDestination,
//!               else 0
//! drops[c]    = the packet has cause c; in the cycle after the beat that shows it
//! accepted    = the packet ends without a cause; accepted_lane and accepted_blocks are its lane and
//!               blocks, else 0
//! ```
//!
//! # Credits
//!
//! A sender has counted what it sent, be it good or bad; so blocks are received in any packet of a
//! data VL that has a lane, but for one that found no room: then the receiver must not count them.
//!
//! ```text
//! received    = a beat of a packet whose VL is a data VL with a lane, and which is not dropped for
//!               NoRoom; from its first to that with rx_last, the first beat of each 64 bytes
//! received_vl = its VL, else 0
//! ```
//!
//! Reset forgets the packet that is coming in, and the beat that came last: the next beat is a
//! first one. `write_word` is 0 until then.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `rx_valid` | 1 | a beat comes |
//! | in `rx_data` | [`Port::width_bits`] | its bytes |
//! | in `rx_keep` | [`Port::width_bytes`] | which of them count; with `rx_last` |
//! | in `rx_last` | 1 | it is the last of its packet |
//! | in `rx_flow_control` | 1 | it is a flow-control packet |
//! | in `rx_bad` | 1 | the packet is known to be bad (end of bad packet); with `rx_last` |
//! | in `known` | 1 | there is a way to the destination of the cycle before |
//! | in `port` | [`Port::port_bits`] | the output port that it is |
//! | in `free` | lanes × [`InputBuffer::free_bits`](super::input_buffer::InputBuffer::free_bits) | free blocks of each lane |
//! | out `destination` | 16 | DLID of the beat |
//! | out `write` | 1 | a word is stored |
//! | out `write_first` | 1 | it is the first of a packet |
//! | out `write_last` | 1 | it is the last of the packet |
//! | out `write_bad` | 1 | the packet is bad |
//! | out `write_queue` | [`InputBuffer::queue_bits`](super::input_buffer::InputBuffer::queue_bits) | the packet's queue |
//! | out `write_word` | [`Port::word_bits`] | the word |
//! | out `received` | 1 | a block has come |
//! | out `received_vl` | 4 | its VL |
//! | out `flow_control` | 1 | a flow-control packet has come |
//! | out `flow_control_packet` | 48 | the packet |
//! | out `bad_framing` | 1 | what should be one is not |
//! | out `accepted` | 1 | a good packet has come |
//! | out `accepted_lane` | [`lane_bits`] | its lane |
//! | out `accepted_blocks` | [`Port::block_bits`] | its blocks |
//! | out `drops` | [`Cause::ALL`] × 1 | a packet is dropped, or was cut through and is bad |
//! | out `begins` | 1 | the first beat of a packet has come, which may be dropped |
//! | out `begins_lane` | [`lane_bits`] | its lane |
//!
//! Module: `tailback_ingress`.

use super::port::Port;
use crate::parameter::bits_for;

/// Why a packet is dropped, in the order of the outputs that say so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The link version is unknown.
    BadVersion,
    /// Its virtual lane is not configured.
    BadVirtualLane,
    /// Too short for its headers, longer than the longest packet, or longer than it says.
    BadLength,
    /// No way to its destination.
    UnknownDestination,
    /// A data packet that came without credits.
    NoRoom,
    /// A packet of VL15 for which there is no room.
    NoManagementRoom,
    /// Shorter than it says.
    Truncated,
    /// Damaged on the way.
    BadVcrc,
}

impl Cause {
    /// All of them, in the order of the lanes of `drops`.
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

/// Bits of a lane's number.
pub fn lane_bits(port: &Port) -> usize {
    bits_for(port.lanes() as u32 - 1)
}
