//! Which waiting packet goes next.

pub mod fifo;
pub mod guard;
pub mod round_robin;
