//! Stimulus of the switch's blocks.

pub mod allocator;
pub mod detector;
pub mod marking;
