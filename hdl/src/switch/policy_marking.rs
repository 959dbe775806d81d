//! The marking policies of the papers, in the switch.

mod counting;
mod naive;

pub use counting::PolicyMarking;
pub use naive::NaivePolicyMarking;
