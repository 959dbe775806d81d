//! The marking policies in the switch: reports of buffers and ports, counted for each data VL.
//!
//! * [`PolicyMarking`]: the counting policies, for the switch as a whole.
//! * [`NaivePolicyMarking`]: the naive one, for each input port on its own.

mod naive;
#[cfg(test)]
mod tests;
mod told;
mod whole;

pub use naive::{NaivePolicyMarking, NaivePolicyMarkingInputs};
pub use whole::{PolicyMarking, PolicyMarkingInputs};

use tailback_spec::port_values;

port_values! {
    /// Packets to mark; bit *j* belongs to output port *j*.
    pub struct PolicyMarkingOutputs {
        /// Output ports whose beginning packet is to be marked: bit *j*.
        pub mark: u64,
    }
}
