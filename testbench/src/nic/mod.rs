//! Stimulus of the NIC's blocks.

pub mod rate_limiter;
