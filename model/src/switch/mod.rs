//! Switch side.

pub mod allocator;
pub mod detector;
pub mod forwarding;
pub mod input_buffer;
pub mod marking;
