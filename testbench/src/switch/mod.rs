//! Stimulus of the switch's blocks.

pub mod marking;
