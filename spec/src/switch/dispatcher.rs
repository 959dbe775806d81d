//! Starts packets: the allocator, and the state of engaged ports.
//!
//! An input port and an output port are *engaged* from the cycle in which a packet from one to the
//! other is started to that in which its last beat is issued. An input port may start a packet in the
//! cycle in which the one before it ends: `ends` in the cycle of a start is that of the packet before.
//! An input port is *free* if it is not engaged, or if its packet is near the end. So is an output
//! port, but an idle one that is `clogged` is not free: otherwise the packet could be held up before
//! its first beat, and would engage its input port meanwhile. A queue is
//! `queue = output * lanes + lane`.
//!
//! ```text
//! input_free[i]     = not input_engaged[i] or near_end[i]
//! output_free[j]    = near_end[source[j]]                   if engaged[j], else
//!                     not clogged[j]
//! started[i]        = a packet of input i, in queue q, is chosen in this cycle
//! start[i]'         = started[i]
//! start_queue[i]'   = q          if started[i], else start_queue[i]
//! destination[i]'   = j of q     if started[i], else destination[i]
//! lane[i]'          = lane of q  if started[i], else lane[i]
//! input_engaged[i]' = 1          if started[i], else
//!                     0          if ends[i] and not start[i], else input_engaged[i]
//! source[j]'        = i          if started[i] with a queue of output j, else source[j]
//! engaged[j]'       = 1          if started[i] with a queue of output j, else
//!                     0          if ends[source[j]] and not begins[j], else engaged[j]
//! begins[j]'        = started[i] with a queue of output j, for some i
//! connected[j]'     = engaged[j] and (begins[j] or not ends[source[j]])
//! feeder[j]'        = source[j]
//! stalled[q]        = not engaged[j], known[i][q] for some input i, and sendable[i][q] for none
//! ```
//!
//! All but `stalled`, `input_free`, `output_free` and `started` are registers; reset clears them.
//!
//! The first beat of a packet is issued in the cycle after its start at the earliest, so the input
//! port and the output port of each beat are those of `feeder` and `connected` in the cycle of its
//! issue, even if the input port then starts another packet. An output port is not `connected` in the
//! cycle after the end of its packet, in which its input port may issue the first beat of a packet to
//! another output port.
//!
//! # With the FIFO allocator
//!
//! `started[i]` with queue `q` is the grant of [`super::allocator::fifo`], whose `input_free` and
//! `output_free` are those above, and whose `sendable` is that of the dispatcher. A packet that is
//! granted starts, even if `sendable` fell before because the link went down.
//!
//! # With the round-robin allocator
//!
//! ```text
//! wants[i][q]      = sendable[i][q]
//! allowed          = that of the guard, super::allocator::guard
//! request[i][j]    = allowed[i][q] for some queue q of output j, and input_free[i] and output_free[j]
//! started[i]       = grant[i][j], and allowed[i][q] for some queue q of output j
//! lane chosen      = the first one after last_lane[j], in rotation, whose queue is allowed[i][q]
//! last_lane[j]'    = that lane    if started[i] with a queue of output j, else last_lane[j]
//! ```
//!
//! `grant` is that of [`super::allocator::round_robin`]. `start` and `start_queue` are also the
//! guard's `serve` and `serve_queue`, so the guard sees a choice in the cycle after it. Reset sets
//! `last_lane` to the last VL.
//!
//! Ports, in this order; those with ¹ exist with the FIFO allocator only:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `arrive` ¹ | ports × 1 | the first beat of a packet is stored |
//! | in `arrive_queue` ¹ | ports × [`InputBuffer::queue_bits`] | queue of the packet |
//! | in `known` | ports × queues | a packet waits in the input port's queue |
//! | in `sendable` | ports × queues | the first such packet can be sent: the link is up, and there are credits for it |
//! | in `clogged` | ports × 1 | beats would be held up at the output port |
//! | in `near_end` | ports × 1 | the input port's packet ends in this cycle or the next three |
//! | in `ends` | ports × 1 | the last beat of the packet is issued |
//! | out `start` | ports × 1 | the input port starts a packet |
//! | out `start_queue` | ports × [`InputBuffer::queue_bits`] | queue of the packet started last |
//! | out `destination` | ports × [`Port::port_bits`] | output port of that packet |
//! | out `lane` | ports × [`lane_bits`](super::ingress::lane_bits) | VL of that packet |
//! | out `begins` | ports × 1 | a packet to the output port starts |
//! | out `engaged` | ports × 1 | the output port receives a packet |
//! | out `source` | ports × [`Port::port_bits`] | input port of that packet |
//! | out `connected` | ports × 1 | a beat for the output port may be issued |
//! | out `feeder` | ports × [`Port::port_bits`] | input port that the beat comes from |
//! | out `stalled` | queues × 1 | the output port is free, and a packet lacks nothing but credits |
//!
//! Modules: `tailback_fifo_dispatcher`, `tailback_round_robin_dispatcher`.
//!
//! [`Port::port_bits`]: super::port::Port::port_bits
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits

use super::allocator::{fifo::Fifo, guard::Guard, round_robin::RoundRobin};
use super::port::Port;
use serde::Serialize;

/// An allocator with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Choice {
    /// Arrival order.
    Fifo(Fifo),
    /// Round robin, and the guard that keeps it from passing over a packet for ever.
    RoundRobin(RoundRobin, Guard),
}

/// Parameters of a dispatcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Dispatcher {
    /// Parameters of each port.
    pub port: Port,
    /// Allocator for the same numbers of ports and VLs.
    pub choice: Choice,
}
