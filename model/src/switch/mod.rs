//! Switch side.

pub mod allocator;
pub mod detector;
pub mod input_buffer;
pub mod marking;
