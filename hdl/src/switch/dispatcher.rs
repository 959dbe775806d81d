//! Dispatchers: the choice of the packets that start, and the state of the ports between which they
//! are sent.

mod engaged;
mod fifo;
mod lane_choice;
mod round_robin;
mod stalled;
mod started;

pub use engaged::EngagedPorts;
pub use fifo::FifoDispatcher;
pub use lane_choice::LaneChoice;
pub use round_robin::RoundRobinDispatcher;
pub use stalled::StalledQueues;
pub use started::StartedPacket;
