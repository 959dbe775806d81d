//! Counters of one port: 32 bits each, in a memory.
//!
//! There are [`count`] counters, in groups of [`GROUP`]: malformed packets, flow control, VL15, and
//! each data VL ([`crate::registers::switch`] names them). Each counter has a small *pending*
//! register for the events since its last slot; `index` selects one counter after the other, whose
//! pending register is then added to the memory.
//!
//! ```text
//! value'          = pending[index] + (0 if clear, else memory[index])    modulo 2^32
//! memory[index]'  = value'
//! pending[index]' = its events in this cycle
//! pending[k]'     = pending[k] + its events in this cycle    for all others
//! ```
//!
//! The events in a cycle are `events[k]`, 0 or 1, but for the counters [`blocks_in`] and
//! [`blocks_out`] of VL *l*: these count `blocks_in[l]` and `blocks_out[l]`, and their `events` are
//! not used. Between two slots of one counter, its events must add up to no more than
//! 2^[`pending_bits`] - 1. The parent lets `index` run through all counters, again and again,
//! without staying at one; `clear` is high in the first round after reset. So `value` is that of
//! the counter selected by `index` in the cycle before. Reset clears `pending` and `value`.
//!
//! Ports, in this order: inputs `index` ([`index_bits`]), `clear`, `events` ([`count`] × 1),
//! `blocks_in` and `blocks_out` (lanes × [`Port::block_bits`]); output `value` (32).
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

/// Bits of a pending register: one block in each cycle, and one longest packet that began before.
pub fn pending_bits(port: &Port) -> usize {
    bits_for((count(port) + port.buffer().packet_blocks()) as u32)
}
