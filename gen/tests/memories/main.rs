//! Memories: kernels against their Verilog, snapshots of the Verilog, and its synthesis.

mod blocks;
mod refusals;
mod synthesis;
mod traffic;
