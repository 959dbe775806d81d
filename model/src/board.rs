//! The modules around a fabric in an FPGA: a bridge from a serial line to AXI4-Lite, and hosts.

pub mod bridge;
pub mod host;
pub mod uart;
