//! Which waiting packet goes next.

pub mod fifo;
pub mod round_robin;
