//! Choice of the waiting packets that start next.

pub mod fifo;
pub mod guard;
pub mod round_robin;
