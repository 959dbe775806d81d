//! Stimulus of the switch's blocks.

pub mod detector;
pub mod marking;
