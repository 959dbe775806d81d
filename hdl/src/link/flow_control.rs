//! Flow-control packets (IBA 7.9.4).

mod checker;
mod due;
mod lpcrc;
mod transmitter;

pub use checker::FlowControlChecker;
pub use due::FlowControlDue;
pub use lpcrc::Lpcrc;
pub use transmitter::FlowControlTransmitter;
