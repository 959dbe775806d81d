//! The marking policies of the papers, in the switch.

mod counting;
mod naive;
mod owed;

pub use counting::PolicyMarking;
pub use naive::NaivePolicyMarking;
pub use owed::OwedPackets;
