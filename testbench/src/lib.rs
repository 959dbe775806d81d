//! Lockstep co-simulation of generated Verilog against golden models.
//!
//! * [`harness`]: what is the same for all blocks.
//! * [`mutants`]: how much it notices.
//! * [`invariants`]: what must hold of the whole switch, whatever its model says.
//! * [`proofs`]: claims that hold whatever the inputs are.
//! * [`link`], [`switch`], [`nic`]: the stimulus of each block, made of [`random`] bits.
//! * [`fabric`]: the fabric of a scenario.
//! * [`catalog`]: the list of blocks.

pub mod catalog;
pub mod fabric;
pub mod harness;
pub mod invariants;
pub mod link;
pub mod mutants;
pub mod nic;
pub mod proofs;
pub mod random;
pub mod switch;
