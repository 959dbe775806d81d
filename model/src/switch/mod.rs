//! Switch side.

pub mod allocator;
pub mod detector;
pub mod marking;
