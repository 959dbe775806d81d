//! NIC side.

pub mod transmit;

pub use transmit::Transmit;
