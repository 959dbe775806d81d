//! Lockstep co-simulation of generated Verilog against golden models.
//!
//! * [`harness`]: the part that is common to all modules.
//! * [`mutants`]: measures which errors the co-simulation detects.
//! * [`invariants`]: properties of the whole switch, independent of its model.
//! * [`proofs`]: claims that are proven for all inputs.
//! * [`link`], [`switch`], [`nic`], [`efl`]: stimulus of each module, made of [`random`] bits, [`packets`]
//!   and accesses of an [`axi_lite`] master.
//! * [`fabric`]: the fabric of a scenario; [`board`]: a fabric on a chip.
//! * [`catalog`]: the list of modules, each with its [`parts`].

pub mod axi_lite;
pub mod board;
pub mod catalog;
pub mod clocks;
pub mod efl;
pub mod fabric;
pub mod harness;
pub mod invariants;
pub mod link;
pub mod mutants;
pub mod nic;
pub mod packets;
pub mod parts;
pub mod proofs;
pub mod random;
pub mod switch;
