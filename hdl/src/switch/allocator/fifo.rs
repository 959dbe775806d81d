//! Arrival order, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).

mod address;
mod arrival;
mod batches;
mod first;
mod granted;
mod granted_lanes;
mod input;
mod lowest;
mod matching;
mod output;
mod packets;
mod precedence;
mod queue;
mod selected;

pub use address::FifoAddress;
pub use arrival::FifoArrival;
pub use batches::FifoBatches;
pub use first::FifoFirst;
pub use granted::FifoGranted;
pub use granted_lanes::FifoGrantedLanes;
pub use input::FifoInput;
pub use lowest::FifoLowest;
pub use matching::FifoMatching;
pub use output::FifoOutput;
pub use packets::FifoPackets;
pub use precedence::FifoPrecedence;
pub use queue::FifoQueue;
pub use selected::FifoSelected;

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Grants packets to output ports in the order of arrival; packets whose input port is not free
    /// may be bypassed a few times.
    pub struct FifoAllocator(config: &Fifo) as "tailback_fifo_allocator" {
        /// One bit per input port: a packet arrives.
        input(config.inputs()) arrive;
        /// Per input port: queue of the packet that arrives.
        input(config.inputs()) arrive_queue[config.queue_bits()];
        /// One bit per input port: the port can send a packet.
        input(config.inputs()) input_free;
        /// One bit per output port: the port can send a packet.
        input(config.outputs()) output_free;
        /// Per input port, one bit per queue: the first packet of the queue can be sent.
        input(config.inputs()) sendable[config.queues()];

        /// One bit per input port: a packet is granted.
        output(config.inputs()) grant;
        /// Per input port: queue of the granted packet; 0 without `grant`.
        output(config.inputs()) grant_queue[config.queue_bits()];

        /// Choice of input ports and output ports.
        sub matching: FifoMatching = FifoMatching::new(config);
        /// Per input port: queue of the granted packet.
        sub(config.inputs()) granted: FifoGranted = FifoGranted::new(config);
    }
    connect {
        matching: arrive, arrive_queue, input_free, output_free, sendable, grant;
        matching, granted: accepts, granted_lane;
        granted: grant_queue;
    }
}

wired!(FifoAllocator);
