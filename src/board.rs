//! A board with a fabric in its FPGA, or its simulation: access over a serial line, and runs.

mod client;
mod compare;
mod error;
mod line;
mod session;
mod simulated;

#[cfg(test)]
mod tests;

pub use client::Client;
pub use compare::Comparison;
pub use error::BoardError;
pub use line::{open, Line};
pub use session::{Session, Snapshot};
pub use simulated::Simulated;
