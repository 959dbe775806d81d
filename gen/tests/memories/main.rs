//! Memories: the kernels in Rust against their Verilog, the Verilog, and what becomes of it.

mod blocks;
mod refusals;
mod synthesis;
mod traffic;

#[path = "../support/mod.rs"]
mod support;
