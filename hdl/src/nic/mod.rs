//! NIC side.

pub mod receive;
pub mod transmit;

pub use receive::Receive;
pub use transmit::Transmit;
