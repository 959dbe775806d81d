//! Stimulus of the allocators.

pub mod fifo;
pub mod round_robin;
