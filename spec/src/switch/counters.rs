//! The counters of a port: of 32 bits each, in a memory.
//!
//! There are [`count`] of them, in groups of [`GROUP`]: what was malformed, flow control, VL15, and
//! each data VL ([`crate::registers::switch`] names them). Each has a small register for what has
//! happened since its last turn; `index` names one after the other, whose turn adds the register
//! to the memory.
//!
//! ```text
//! value'          = pending[index] + (0 if clear, else memory[index])    modulo 2^32
//! memory[index]'  = value'
//! pending[index]' = what happens to it in this cycle
//! pending[k]'     = pending[k] + what happens to it in this cycle    for all others
//! ```
//!
//! What happens is `events[k]`, 0 or 1; but of lane *l*, `blocks_in[l]` to the counter [`blocks_in`]
//! and `blocks_out[l]` to the counter [`blocks_out`], for which `events` is not looked at. Of those
//! together no more than 2^[`pending_bits`] - 1 may come between two turns. The parent has `index`
//! run through all counters, again and again, never staying at one, with `clear` in its first round
//! after reset. So `value` is that of the counter whose turn was in the cycle before. Reset clears
//! `pending` and `value`.
//!
//! Ports, in this order: inputs `index` ([`index_bits`]), `clear`, `events` ([`count`] × 1),
//! `blocks_in` and `blocks_out` (lanes × [`Port::block_bits`]); output `value` (32).
//!
//! Module: `tailback_port_counters`. Its parameters are those of a [`Port`].

use super::{ingress::Cause, port::Port};
use crate::parameter::bits_for;

/// Counters of a group.
pub const GROUP: usize = 8;

/// The groups that each port has, whatever its VLs.
pub mod group {
    /// Packets that were wrong.
    pub const MALFORMED: usize = 0;
    /// Flow-control packets.
    pub const FLOW_CONTROL: usize = 1;
    /// VL15.
    pub const MANAGEMENT: usize = 2;
    /// Data VL 0; the others follow.
    pub const LANES: usize = 3;
}

/// Counters of a port.
pub fn count(port: &Port) -> usize {
    (group::LANES + port.virtual_lanes()) * GROUP
}

/// Bits of a counter's number.
pub fn index_bits(port: &Port) -> usize {
    bits_for(count(port) as u32 - 1)
}

/// The group of a lane.
pub fn lane_group(port: &Port, lane: usize) -> usize {
    if lane < port.virtual_lanes() {
        group::LANES + lane
    } else {
        group::MANAGEMENT
    }
}

/// The counter of a lane's good packets that come in.
pub fn packets_in(port: &Port, lane: usize) -> usize {
    lane_group(port, lane) * GROUP
}

/// The counter of their blocks.
pub fn blocks_in(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 1
}

/// The counter of a lane's packets that go out.
pub fn packets_out(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 2
}

/// The counter of their blocks.
pub fn blocks_out(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 3
}

/// The counter of the packets of a data VL that this switch has marked.
pub fn marked(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 4
}

/// The counter of the cycles in which a packet of a data VL lacked nothing but credits.
pub fn credit_stalls(port: &Port, lane: usize) -> usize {
    packets_in(port, lane) + 5
}

/// The counter of a lane's packets for this output port that were dropped for its Head-of-Queue Life
/// limit.
pub fn head_of_queue_dropped(port: &Port, lane: usize) -> usize {
    match lane < port.virtual_lanes() {
        true => credit_stalls(port, lane) + 1,
        false => MANAGEMENT_DROPPED + 1,
    }
}

/// The counter of packets of VL15 for which there was no room.
pub const MANAGEMENT_DROPPED: usize = group::MANAGEMENT * GROUP + 4;

/// The causes that are counted as malformed, in the order of the counters from 0 on.
pub const MALFORMED: [Cause; 7] = [
    Cause::BadVersion,
    Cause::BadVirtualLane,
    Cause::BadLength,
    Cause::UnknownDestination,
    Cause::NoRoom,
    Cause::Truncated,
    Cause::BadVcrc,
];

/// The counters of flow-control packets.
pub mod flow_control {
    use super::{group, GROUP};

    /// Good ones that came.
    pub const RECEIVED: usize = group::FLOW_CONTROL * GROUP;
    /// Those that went.
    pub const SENT: usize = RECEIVED + 1;
    /// Came with a wrong LPCRC, or not with six bytes.
    pub const BAD_CRC: usize = RECEIVED + 2;
    /// Came with an operation that is unknown.
    pub const BAD_OPERATION: usize = RECEIVED + 3;
    /// Came for a virtual lane that is not configured.
    pub const BAD_VIRTUAL_LANE: usize = RECEIVED + 4;
}

/// Bits of what has happened since the last turn: a block in each cycle, and one longest packet that
/// began before.
pub fn pending_bits(port: &Port) -> usize {
    bits_for((count(port) + port.buffer().packet_blocks()) as u32)
}
