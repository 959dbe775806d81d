//! How much the co-simulation notices: the Verilog with one small error at a time.
//!
//! Yosys plants each error; a mutant that the co-simulation does not tell from its
//! golden model must be proven to be the same circuit, or it shows that the stimulus
//! leaves something out ([`survey`](survey())).

mod plant;
mod prove;
mod report;
mod survey;

pub use report::{Fate, Mutant, Proof, Survey};
pub use survey::{survey, Plan, Progress};
