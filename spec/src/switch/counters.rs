//! Counters of one port: 32 bits each, in a memory.
//!
//! There are [`count`] counters, in groups of [`GROUP`]: malformed packets, flow control, VL15, and
//! each data VL ([`crate::registers::switch`] names them). `index` selects one counter after the
//! other, 0, 1, … up to the last one and again from 0; the cycle in which it selects a counter is
//! the counter's *slot*. `clear` is high in the first round after reset.
//!
//! # Counters of reception
//!
//! In a cycle, at most one event of reception happens: with `received`, to the counter
//! `received_index`, which is one of
//!
//! * those of [`MALFORMED`] packets, and [`MANAGEMENT_DROPPED`],
//! * [`flow_control`], but for `SENT`,
//! * [`packets_in`] of a VL: then `received_blocks` are added to [`blocks_in`] of the VL. They are
//!   ignored with all others.
//!
//! An event in cycle *t* is counted at the counter's slots in cycle *t* + 2 and later, and not at
//! all if `clear` is high in cycle *t*:
//!
//! ```text
//! value' = sum of the counter's events (blocks) in all cycles since the first round but this one
//!          and the one before    modulo 2^32;    0 if clear
//! ```
//!
//! # Counters of transmission
//!
//! | counter | its events in a cycle |
//! |---|---|
//! | [`flow_control::SENT`] | `sent` |
//! | [`packets_out`] of VL *l* | `gone[l]` |
//! | [`blocks_out`] of VL *l* | `blocks_out[l]` |
//! | [`marked`] of data VL *v* | `marked[v]` |
//! | [`credit_stalls`] of data VL *v* | `stalled[v]` |
//! | [`head_of_queue_dropped`] of VL *l* | `late[l]` |
//!
//! All of them may have events in the same cycle. Each has a small *pending* register for the
//! events since its last slot, in which they are added to the memory:
//!
//! ```text
//! value'          = pending[index] + (0 if clear, else memory[index])    modulo 2^32
//! memory[index]'  = value'
//! pending[index]' = its events in this cycle
//! pending[k]'     = pending[k] + its events in this cycle    for all others
//! ```
//!
//! So they count from reset on, also in the first round.
//!
//! Between two slots of one counter of transmission, its events must add up to no more than
//! 2^[`pending_bits`] - 1; so must the blocks of a [`blocks_in`] from the cycle before one of its
//! slots to the second cycle before the next one. A counter that does not exist has no events. So
//! `value` is that of the counter selected by `index` in the cycle before. Reset clears `value`,
//! `pending`, and the events of reception that are not counted yet.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `index` | [`index_bits`] | counter whose slot this cycle is |
//! | in `clear` | 1 | first round after reset |
//! | in `received` | 1 | an event of reception |
//! | in `received_index` | [`index_bits`] | its counter |
//! | in `received_blocks` | [`Port::block_bits`] | blocks of the packet, if that is [`packets_in`] |
//! | in `sent` | 1 | a flow-control packet is transmitted |
//! | in `gone` | lanes × 1 | the transmission of a packet of the VL begins |
//! | in `blocks_out` | lanes × [`Port::block_bits`] | its blocks |
//! | in `marked` | data VLs × 1 | a packet of the VL is marked |
//! | in `stalled` | data VLs × 1 | a packet of the VL lacks nothing but credits |
//! | in `late` | lanes × 1 | a packet of the VL is dropped for its Head-of-Queue Life limit |
//! | out `value` | 32 | value of the counter whose slot was the cycle before |
//!
//! Module: `tailback_port_counters`. Its parameters are those of a [`Port`].

use super::{ingress::Cause, port::Port};
use crate::parameter::bits_for;

/// Counters in a group.
pub const GROUP: usize = 8;

/// Groups of every port, whatever its VLs.
pub mod group {
    /// Malformed packets.
    pub const MALFORMED: usize = 0;
    /// Flow-control packets.
    pub const FLOW_CONTROL: usize = 1;
    /// VL15.
    pub const MANAGEMENT: usize = 2;
    /// Data VL 0; the others follow.
    pub const LANES: usize = 3;
}

/// Number of counters of a port.
pub fn count(port: &Port) -> usize {
    (group::LANES + port.virtual_lanes()) * GROUP
}

/// Bits of a counter index.
pub fn index_bits(port: &Port) -> usize {
    bits_for(count(port) as u32 - 1)
}

/// Group of a VL.
pub fn lane_group(port: &Port, lane: usize) -> usize {
    if lane < port.virtual_lanes() {
        group::LANES + lane
    } else {
        group::MANAGEMENT
    }
}

/// Counter of the good packets received on a VL.
pub fn packets_in(port: &Port, lane: usize) -> usize {
    lane_group(port, lane) * GROUP
}

/// Counter of the blocks of those packets.
pub fn blocks_in(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 1
}

/// Counter of the packets transmitted on a VL.
pub fn packets_out(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 2
}

/// Counter of the blocks of those packets.
pub fn blocks_out(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 3
}

/// Counter of the packets of a data VL that this switch has marked.
pub fn marked(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 4
}

/// Counter of the cycles in which a packet of a data VL lacked nothing but credits.
pub fn credit_stalls(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 5
}

/// Counter of the packets of a VL for this output port that were dropped for its Head-of-Queue Life
/// limit.
pub fn head_of_queue_dropped(port: &Port, lane: usize) -> usize {
    match lane < port.virtual_lanes() {
        true => credit_stalls(port, lane) + 1,
        false => MANAGEMENT_DROPPED + 1,
    }
}

/// Counter of the packets of VL15 dropped for lack of free space.
pub const MANAGEMENT_DROPPED: usize = group::MANAGEMENT * GROUP + 4;

/// Causes that are counted as malformed, in the order of the counters, from 0.
pub const MALFORMED: [Cause; 7] = [
    Cause::BadVersion,
    Cause::BadVirtualLane,
    Cause::BadLength,
    Cause::UnknownDestination,
    Cause::NoRoom,
    Cause::Truncated,
    Cause::BadVcrc,
];

/// Counters of flow-control packets.
pub mod flow_control {
    use super::{group, GROUP};

    /// Good packets received.
    pub const RECEIVED: usize = group::FLOW_CONTROL * GROUP;
    /// Packets transmitted.
    pub const SENT: usize = RECEIVED + 1;
    /// Packets received with a wrong LPCRC, or without exactly six bytes.
    pub const BAD_CRC: usize = RECEIVED + 2;
    /// Packets received with an unknown operation.
    pub const BAD_OPERATION: usize = RECEIVED + 3;
    /// Packets received for a virtual lane that is not configured.
    pub const BAD_VIRTUAL_LANE: usize = RECEIVED + 4;
}

/// Whether a counter is one of those of events of reception.
pub fn is_of_reception(port: &Port, counter: usize) -> bool {
    let causes = 0..MALFORMED.len();
    let bad = flow_control::BAD_CRC..=flow_control::BAD_VIRTUAL_LANE;
    causes.contains(&counter)
        || counter == flow_control::RECEIVED
        || bad.contains(&counter)
        || counter == MANAGEMENT_DROPPED
        || (0..port.lanes()).any(|lane| counter == packets_in(port, lane))
}

/// Bits of a pending register: one block in each cycle, and one longest packet that began before.
pub fn pending_bits(port: &Port) -> usize {
    bits_for((count(port) + port.buffer().packet_blocks()) as u32)
}
