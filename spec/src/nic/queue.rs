//! Queue of events of flows, between two modules of the NIC that run at different paces.
//!
//! ```text
//! level    = events that were put before this cycle, and had not left by then
//! full     = level >= places
//! put'     = put and not full: the event is behind all others from now on
//! offered  = the oldest event was put in the second cycle before, or earlier
//! leaves   = offered and take
//! ```
//!
//! `flow` and `kind` are those of the oldest event with `offered`, else 0. The queue accepts and
//! delivers an event in each cycle; one that enters an empty queue is offered two cycles later. An
//! event that is put while the queue is full is lost, even if one leaves in that cycle. Reset
//! empties the queue.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `put` | 1 | an event enters |
//! | in `put_flow` | [`EventQueue::flow_bits`] | flow of the event |
//! | in `put_kind` | [`EventQueue::kind_bits`] | kind of the event |
//! | in `take` | 1 | the event that is offered is accepted |
//! | out `full` | 1 | there is no free entry |
//! | out `offered` | 1 | an event is offered |
//! | out `flow` | [`EventQueue::flow_bits`] | flow of that event |
//! | out `kind` | [`EventQueue::kind_bits`] | kind of that event |
//!
//! Module: `tailback_event_queue`.

use super::{reflector::SL_BITS, Nic};
use serde::Serialize;

/// Bit of the kind of an ACK: the ACK is marked.
pub const MARKED: usize = 0;
/// Bit of the kind of an ACK: a release instead of an ACK, the host having given a packet up.
pub const RELEASED: usize = 1;
/// Lowest bit of the number of acknowledged packets in the kind of an ACK.
pub const COUNT: usize = 2;

/// Parameters of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct EventQueue {
    flow_bits: usize,
    kind_bits: usize,
    places: usize,
}

impl EventQueue {
    /// Bits of a flow index.
    pub fn flow_bits(&self) -> usize {
        self.flow_bits
    }

    /// Bits of the kind of an event: a service level, or the contents of an ACK.
    pub fn kind_bits(&self) -> usize {
        self.kind_bits
    }

    /// Entries of the queue, a power of two.
    pub fn places(&self) -> usize {
        self.places
    }
}

impl Nic {
    /// Queue of ACKs and releases, with an entry for each packet in flight. Each event acknowledges
    /// at least one packet, so the queue is never full when another event is put.
    pub fn ack_queue(&self) -> EventQueue {
        const LEAST: usize = 16;
        let places = (self.flows() * self.window() as usize).next_power_of_two().max(LEAST);
        EventQueue { flow_bits: self.flow_bits(), kind_bits: COUNT + self.window_bits(), places }
    }

    /// Queue of BECNs. A BECN is lost only if 64 others are before it.
    pub fn becn_queue(&self) -> EventQueue {
        const PLACES: usize = 64;
        EventQueue { flow_bits: self.flow_bits(), kind_bits: SL_BITS, places: PLACES }
    }

    /// Queue of flows that wait for their reply to be sent, each at most once. The kind of an entry
    /// is the flow's phase, which toggles each time that the flow begins to wait.
    pub fn answer_queue(&self) -> EventQueue {
        const LEAST: usize = 2;
        let places = self.flows().next_power_of_two().max(LEAST);
        EventQueue { flow_bits: self.flow_bits(), kind_bits: 1, places }
    }
}
