//! Marking policies of the papers in the switch: events of buffers and ports, counted per output
//! port.
//!
//! There is a marking module ([`super::marking`]) for each data VL, whose elements are the output
//! ports; with the naive policy, one for each input port and data VL. Events of buffers take effect
//! in the next cycle (marked *before* below); transmissions in the same cycle.
//!
//! # Counting policies
//!
//! For output port *j* and data VL *v*, with `q = j * lanes + v`:
//!
//! ```text
//! arrivals = number of inputs i with enqueue[i] and enqueue_queue[i] = q, before
//! enqueue  = owed + arrivals > 0
//! owed'    = owed + arrivals - (1 if enqueue)
//! dequeue  = dequeue[i] and dequeue_queue[i] = q for some input i, before
//! trigger  = trigger[i][q] for some input i, before
//! transmit = transmit[j] and transmit_vl[j] = v
//! mark[j]  = mark of element j, in the module of some v
//! ```
//!
//! Such are the events of element *j* of the marking module of *v*, which takes one packet in a
//! cycle; packets that arrive at once are enqueued one after the other. `owed` has the module's
//! [`counter_bits`](super::marking::Marking::counter_bits), modulo 2^counter_bits: as at most one
//! packet leaves for an output in a cycle, `owed` never exceeds the number of packets that the
//! switch holds.
//!
//! # Naive
//!
//! The papers mark the packets that are in the full buffer. This is equivalent to marking, of each
//! of the buffer's queues, as many packets as wait in it when it becomes full: packets of a queue
//! leave in the order of arrival. So the same module serves, for each input port *i* and data VL
//! *v*, with
//!
//! ```text
//! enqueue  = enqueue[i] and enqueue_queue[i] = q, before
//! dequeue  = dequeue[i] and dequeue_queue[i] = q, before
//! trigger  = trigger[i][q], before
//! transmit = transmit[j] and transmit_vl[j] = v and source[j] = i
//! mark[j]  = mark of element j, in some of the modules
//! ```
//!
//! Reset clears all state.
//!
//! Ports, in this order; the one with ¹ exists with the naive policy only:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `enqueue` | ports × 1 | a packet begins to count in the input port's buffer |
//! | in `enqueue_queue` | ports × [`InputBuffer::queue_bits`] | queue of that packet |
//! | in `dequeue` | ports × 1 | a packet that counts is started |
//! | in `dequeue_queue` | ports × [`InputBuffer::queue_bits`] | queue of that packet |
//! | in `trigger` | ports × queues | the buffer has become full, and a packet counts in the queue |
//! | in `transmit` | ports × 1 | the output port begins a packet |
//! | in `transmit_vl` | ports × 4 | VL of that packet |
//! | in `source` ¹ | ports × [`Port::port_bits`] | input port of that packet |
//! | out `mark` | ports × 1 | the packet is to be marked |
//!
//! Modules: `tailback_policy_marking`, `tailback_naive_policy_marking`.
//!
//! [`Port::port_bits`]: super::port::Port::port_bits
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits

use super::marking::{Marking, Policy};
use super::port::Port;
use serde::Serialize;

/// Parameters of the policies in the switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct PolicyMarking {
    /// Parameters of each port.
    pub port: Port,
    /// The policy.
    pub policy: Policy,
}

impl PolicyMarking {
    /// Parameters of each marking module.
    pub fn block(&self) -> Marking {
        Marking::of_switch(self.policy, &self.port.buffer())
    }

    /// Whether there is a marking module for each input port.
    pub fn per_input(&self) -> bool {
        self.policy == Policy::Naive
    }
}
