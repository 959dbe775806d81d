//! Invariants of the whole switch, checked at its ports alone.
//!
//! * [`passage`]: packets are neither lost nor duplicated, reordered or altered, and no bad one
//!   is transmitted as good.
//! * [`credits`]: no side grants more credits than it has space for, or uses more than it was
//!   granted.
//! * [`life`]: packets that may have been dropped after the Head-of-Queue Life limit.
//! * [`table`]: routes of packets, by the entries that management has written.
//! * [`writes`]: register writes, in the cycles in which they take effect.
//! * [`switch`]: all invariants together, and that waiting packets leave the switch.

mod beat;
pub mod credits;
pub mod life;
pub mod passage;
mod patience;
mod service;
pub mod switch;
pub mod table;
#[cfg(test)]
mod tests;
pub mod writes;

pub use patience::drain_cycles;
