//! Every fact on which hardware and golden model must agree, and nothing that computes cycles.

pub mod ports;
pub mod switch;

#[doc(hidden)]
pub use serde;

pub use ports::{Direction, Lanes, Port, PortTable, PortValues};
