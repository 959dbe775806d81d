//! A queue of events of flows, between two blocks of the NIC that do not keep the same pace.
//!
//! ```text
//! level    = events that were put before this cycle, and had not left by then
//! full     = level >= places
//! put'     = put and not full: the event is behind all others from now on
//! offered  = the oldest event was put in the second cycle before, or earlier
//! leaves   = offered and take
//! ```
//!
//! `flow` and `kind` are those of the oldest event with `offered`, else 0. So the queue takes and
//! gives an event in each cycle; one that finds it empty is offered two cycles later. What is put
//! while the queue is full is lost, also if one leaves in that cycle. Reset empties it.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `put` | 1 | an event has come |
//! | in `put_flow` | [`EventQueue::flow_bits`] | for this flow |
//! | in `put_kind` | [`EventQueue::kind_bits`] | what it is |
//! | in `take` | 1 | the event that is offered is taken |
//! | out `full` | 1 | there is no place for another event |
//! | out `offered` | 1 | there is an event: |
//! | out `flow` | [`EventQueue::flow_bits`] | for this flow |
//! | out `kind` | [`EventQueue::kind_bits`] | what it is |
//!
//! Module: `tailback_event_queue`.

use super::{reflector::SL_BITS, Nic};
use serde::Serialize;

/// Bit of the kind of an ACK: it is marked.
pub const MARKED: usize = 0;
/// Bit of the kind of an ACK: it is none, but the host has given a packet up.
pub const RELEASED: usize = 1;
/// Lowest bit of the kind of an ACK that says how many packets are acknowledged.
pub const COUNT: usize = 2;

/// The parameters of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct EventQueue {
    flow_bits: usize,
    kind_bits: usize,
    places: usize,
}

impl EventQueue {
    /// Bits of a flow's number.
    pub fn flow_bits(&self) -> usize {
        self.flow_bits
    }

    /// Bits of what an event is: a service level, or what an ACK says.
    pub fn kind_bits(&self) -> usize {
        self.kind_bits
    }

    /// Events that it holds, a power of two.
    pub fn places(&self) -> usize {
        self.places
    }
}

impl Nic {
    /// The queue of ACKs and releases, with an entry for each packet in flight. Each event acknowledges
    /// at least one of them, so it is never full as another one comes.
    pub fn ack_queue(&self) -> EventQueue {
        const LEAST: usize = 16;
        let places = (self.flows() * self.window() as usize).next_power_of_two().max(LEAST);
        EventQueue { flow_bits: self.flow_bits(), kind_bits: COUNT + self.window_bits(), places }
    }

    /// The queue of BECNs. One that is lost has 64 others before it.
    pub fn becn_queue(&self) -> EventQueue {
        const PLACES: usize = 64;
        EventQueue { flow_bits: self.flow_bits(), kind_bits: SL_BITS, places: PLACES }
    }

    /// The queue of flows that wait for their answer to be sent, each at most once. What an entry is says
    /// in which of two phases the flow is: which changes each time that it comes to wait.
    pub fn answer_queue(&self) -> EventQueue {
        const LEAST: usize = 2;
        let places = self.flows().next_power_of_two().max(LEAST);
        EventQueue { flow_bits: self.flow_bits(), kind_bits: 1, places }
    }
}
