//! Stimulus of the switch's blocks.

pub mod allocator;
pub mod counters;
pub mod detector;
pub mod input_buffer;
pub mod marking;
