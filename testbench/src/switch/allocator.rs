//! Stimulus of the allocators.

pub mod fifo;
pub mod guard;
pub mod round_robin;
