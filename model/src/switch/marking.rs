//! ECN marking: the packets that a switch marks when a buffer fills up.
//!
//! INFOCOM'03 §IV-A describes the naive and the input-triggered policy, Globecom'02 §IV both and
//! the input-output-triggered one. Coinciding events, which the papers do not define, are defined
//! in [`tailback_spec::switch::marking`].
//!
//! * [`Counting`]: input-triggered and input-output-triggered; two counters per output port.
//! * [`Naive`]: one mark bit per packet slot of each input port.

mod counting;
mod naive;
#[cfg(test)]
mod tests;

pub use counting::{Counting, CountingInputs, CountingOutputs};
pub use naive::{Naive, NaiveInputs, NaiveOutputs};
