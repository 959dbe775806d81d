//! The marking policies of the papers in the switch: what buffers and ports tell, counted.
//!
//! There is a marking block ([`super::marking`]) for each data VL, whose lanes are the output
//! ports; with the naive policy, one for each input port and data VL. What buffers tell is seen in
//! the cycle after (*before* says so below); what is sent, in the same cycle.
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
//! mark[j]  = mark of lane j, in the block of some v
//! ```
//!
//! are the events of lane *j* of the block of *v*, which takes one packet in a cycle; several that
//! arrive at once come one after the other. `owed` has the block's
//! [`counter_bits`](super::marking::Marking::counter_bits), modulo 2^counter_bits: as no more than one
//! packet leaves for an output in a cycle, there are never more than the switch holds.
//!
//! # Naive
//!
//! What the papers call marking the packets that sit in the full buffer is to mark, of each of the
//! buffer's queues, as many packets as wait in it when it becomes full: packets of a queue leave in
//! the order of arrival. So the same block serves, for each input port *i* and data VL *v*, with
//!
//! ```text
//! enqueue  = enqueue[i] and enqueue_queue[i] = q, before
//! dequeue  = dequeue[i] and dequeue_queue[i] = q, before
//! trigger  = trigger[i][q], before
//! transmit = transmit[j] and transmit_vl[j] = v and source[j] = i
//! mark[j]  = mark of lane j, in some of the blocks
//! ```
//!
//! Reset clears all.
//!
//! Ports, in this order; that with ¹ is there with the naive policy only:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `enqueue` | ports × 1 | a packet begins to count in the input port's buffer |
//! | in `enqueue_queue` | ports × [`InputBuffer::queue_bits`] | its queue |
//! | in `dequeue` | ports × 1 | a packet that counts is started |
//! | in `dequeue_queue` | ports × [`InputBuffer::queue_bits`] | its queue |
//! | in `trigger` | ports × queues | the buffer has become full, and a packet counts in the queue |
//! | in `transmit` | ports × 1 | the output port begins a packet |
//! | in `transmit_vl` | ports × 4 | its VL |
//! | in `source` ¹ | ports × [`Port::port_bits`] | the input port that it comes from |
//! | out `mark` | ports × 1 | that packet is to be marked |
//!
//! Modules: `tailback_policy_marking`, `tailback_naive_policy_marking`.
//!
//! [`Port::port_bits`]: super::port::Port::port_bits
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits

use super::marking::{Marking, Policy};
use super::port::Port;
use serde::Serialize;

/// The parameters of the policies in the switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct PolicyMarking {
    /// What is at each port.
    pub port: Port,
    /// The policy.
    pub policy: Policy,
}

impl PolicyMarking {
    /// The parameters of each marking block.
    pub fn block(&self) -> Marking {
        Marking::of_switch(self.policy, &self.port.buffer())
    }

    /// Whether there is a block for each input port.
    pub fn per_input(&self) -> bool {
        self.policy == Policy::Naive
    }
}
