//! Mutation tests: measure which single errors in the Verilog the co-simulation detects.
//!
//! Yosys plants each error. If the co-simulation does not distinguish a mutant from its golden
//! model, the mutant must be proven equivalent; otherwise the stimulus has a gap
//! ([`survey`](survey())).

mod plant;
mod prove;
mod report;
mod survey;

pub use report::{Fate, Mutant, Proof, Survey};
pub use survey::{survey, Plan, Progress};
