//! Which packets start: the allocator, and the ports that are engaged.

mod engaged;
mod fifo;
mod stalled;
mod started;

pub use engaged::EngagedPorts;
pub use fifo::FifoDispatcher;
pub use stalled::StalledQueues;
pub use started::StartedPacket;
