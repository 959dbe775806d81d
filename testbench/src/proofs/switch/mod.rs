//! Switch side: who may go, and what is counted.

pub mod allocator;
pub mod marking;
