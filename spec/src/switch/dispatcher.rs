//! Which packets start: the allocator, and the ports that are engaged.
//!
//! An input port and an output port are *engaged* from the cycle in which a packet from the one to
//! the other is started to that in which its last word is issued. They are *free* if they are not
//! engaged, or near the end of their packet; but an output port is not free in the cycle after it was
//! engaged, unless it is so again: if its last packet was of one word, the credits do not show that
//! it went. Nor is one that is idle and `clogged`: the first word of a packet is
//! issued as it starts, whatever waits at the output port. A queue is `queue = output * lanes + lane`.
//!
//! ```text
//! input_free[i]     = not input_engaged[i] or near_end[i]
//! output_free[j]    = near_end[source[j]]                   if engaged[j], else
//!                     not was_engaged[j] and not clogged[j]
//! was_engaged[j]'   = engaged[j]
//! started[i]        = a packet of input i, in queue q, is chosen in this cycle
//! start[i]'         = started[i]
//! start_queue[i]'   = q          if started[i], else start_queue[i]
//! destination[i]'   = j of q     if started[i], else destination[i]
//! lane[i]'          = lane of q  if started[i], else lane[i]
//! input_engaged[i]' = 1          if started[i], else 0 if ends[i], else input_engaged[i]
//! source[j]'        = i          if started[i] with a queue of output j, else source[j]
//! engaged[j]'       = 1          if started[i] with a queue of output j, else
//!                     0          if ends[source[j]], else engaged[j]
//! stalled[q]        = not engaged[j], some input has waiting[q], and not may_send[q]
//! ```
//!
//! All but `stalled` are registers; reset clears them.
//!
//! # With the FIFO allocator
//!
//! Packets come in line by [`super::arrivals`]; `started[i]` with queue `q` is the grant of
//! [`super::allocator::fifo`], whose `input_free` is the one above, whose `output_busy` is not
//! `output_free`, and whose `queue_ready` is `may_send`. `leaves[i]` of the arrivals is `started[i]`, and
//! `leaves_lane` the lane of its queue, so that the allocator is never `full` when a packet is passed on.
//! A packet that is granted starts, even if `may_send` fell in that cycle because the link went down.
//!
//! # With the round-robin allocator
//!
//! ```text
//! wants[i][q]      = waiting[i][q] and may_send[q]
//! allowed          = what the guard lets through, super::allocator::guard
//! request[i][j]    = allowed[i][q] for some queue q of output j, and input_free[i] and output_free[j]
//! started[i]       = grant[i][j], and allowed[i][q] for some queue q of output j
//! lane chosen      = the first one after last_lane[j], in rotation, whose queue is allowed[i][q]
//! last_lane[j]'    = that lane    if started[i] with a queue of output j, else last_lane[j]
//! ```
//!
//! `grant` is that of [`super::allocator::round_robin`]; `start` and `start_queue` are also what the
//! guard's `serve` and `serve_queue` are: it sees in the cycle after the choice what was chosen.
//! Reset sets `last_lane` to the last lane.
//!
//! Ports, in this order; those with ¹ are there with the FIFO allocator only:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `begins` ¹ | ports × 1 | a packet begins to come in |
//! | in `begins_lane` ¹ | ports × [`lane_bits`](super::ingress::lane_bits) | its lane |
//! | in `arrive` ¹ | ports × 1 | it is stored |
//! | in `arrive_queue` ¹ | ports × [`InputBuffer::queue_bits`] | its queue |
//! | in `waiting` | ports × queues | a packet waits in the input port's queue |
//! | in `may_send` | queues × 1 | the link is up, and has credits for a longest packet |
//! | in `clogged` | ports × 1 | words would be held up at the output port |
//! | in `near_end` | ports × 1 | the input port's packet ends in this cycle or the next |
//! | in `ends` | ports × 1 | its last word is issued |
//! | out `start` | ports × 1 | the input port starts a packet |
//! | out `start_queue` | ports × [`InputBuffer::queue_bits`] | the queue of the packet started last |
//! | out `destination` | ports × [`Port::port_bits`] | its output port |
//! | out `lane` | ports × [`lane_bits`](super::ingress::lane_bits) | its lane |
//! | out `engaged` | ports × 1 | the output port takes words |
//! | out `source` | ports × [`Port::port_bits`] | from this input port |
//! | out `stalled` | queues × 1 | the output port is free, and a packet lacks nothing but credits |
//!
//! Modules: `tailback_fifo_dispatcher`, `tailback_round_robin_dispatcher`.
//!
//! [`Port::port_bits`]: super::port::Port::port_bits
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits

use super::allocator::{fifo::Fifo, guard::Guard, round_robin::RoundRobin};
use super::arrivals::Arrivals;
use super::port::Port;
use serde::Serialize;

/// An allocator with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Choice {
    /// Arrival order, and the shares of the allocator's list, which has as many entries.
    Fifo(Fifo, Arrivals),
    /// Round robin, and what keeps it from passing over a packet for ever.
    RoundRobin(RoundRobin, Guard),
}

/// The parameters of a dispatcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Dispatcher {
    /// What is at each port.
    pub port: Port,
    /// The allocator, for as many ports and lanes.
    pub choice: Choice,
}
