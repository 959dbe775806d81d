//! Choice of the packets that start, and of the ports that are engaged.
//!
//! "FIFO switch scheduling policy with bypass of older packets when the crossbar is busy"
//! (INFOCOM'03 fn. 6), or round robin over virtual output queues (Pfister'05 §III).
//!
//! * [`FifoDispatcher`] and [`RoundRobinDispatcher`]: start the packets of each allocator.
//! * `Engagement`: the registers of both.

mod engagement;
mod fifo;
mod round_robin;
#[cfg(test)]
mod tests;

pub use fifo::{FifoDispatcher, FifoDispatcherInputs};
pub use round_robin::{RoundRobinDispatcher, RoundRobinDispatcherInputs};

use serde::{Deserialize, Serialize};
use tailback_spec::{port_values, BitLanes, Lanes};

port_values! {
    /// Packets that start; element (or bit) *i* belongs to input port *i*, *j* to output port *j*,
    /// and *q* to queue *q*.
    pub struct DispatcherOutputs {
        /// Input ports that start a packet: bit *i*.
        pub start: u64,
        /// Queue of the packet started last, by input port.
        pub start_queue: Lanes,
        /// Output port of that packet, by input port.
        pub destination: Lanes,
        /// Virtual lane of that packet, by input port.
        pub lane: Lanes,
        /// Output ports to which a packet starts: bit *j*.
        pub begins: u64,
        /// Output ports that accept words: bit *j*.
        pub engaged: u64,
        /// Input port that sends to each output port.
        pub source: Lanes,
        /// Output ports to which words may be issued: bit *j*.
        pub connected: u64,
        /// Input port that issues these words, by output port.
        pub feeder: Lanes,
        /// Queues with a free output port and a packet that lacks only credits: bit *q*.
        pub stalled: BitLanes,
    }
}

/// A packet that is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Started {
    /// Input port that holds the packet.
    pub(crate) input: usize,
    /// Queue of the packet.
    pub(crate) queue: usize,
}
