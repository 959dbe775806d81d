//! Which packets start, and which ports are engaged.
//!
//! "FIFO switch scheduling policy with bypass of older packets when the crossbar is busy"
//! (INFOCOM'03 fn. 6), or round robin over virtual output queues (Pfister'05 §III).
//!
//! * [`FifoDispatcher`] and [`RoundRobinDispatcher`]: what each allocator starts.
//! * `Engagement`: what both remember of it.

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
    /// What starts; lane (or bit) *i* belongs to input port *i*, *j* to output port *j*, and *q* to
    /// queue *q*.
    pub struct DispatcherOutputs {
        /// The input port starts a packet.
        pub start: u64,
        /// The queue of the packet started last.
        pub start_queue: Lanes,
        /// Its output port.
        pub destination: Lanes,
        /// Its lane.
        pub lane: Lanes,
        /// The output port takes words.
        pub engaged: u64,
        /// From this input port.
        pub source: Lanes,
        /// The output port is free, and a packet lacks nothing but credits.
        pub stalled: BitLanes,
    }
}

/// A packet that is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Started {
    /// The input port that holds it.
    pub(crate) input: usize,
    /// The queue it waited for.
    pub(crate) queue: usize,
}
