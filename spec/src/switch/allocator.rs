//! Allocators: they choose the waiting packet to be started next.

pub mod fifo;
pub mod guard;
pub mod round_robin;
