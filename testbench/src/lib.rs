//! Lockstep co-simulation of generated Verilog against golden models.
//!
//! * [`harness`]: what is the same for all blocks.
//! * [`mutants`]: how much the co-simulation notices.
//! * [`switch`]: the stimulus of each block.
//! * [`catalog`]: the list of blocks.

pub mod harness;
