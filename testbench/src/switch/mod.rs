//! Stimulus of the switch's blocks.

pub mod allocator;
pub mod counters;
pub mod detector;
pub mod egress;
pub mod forwarding;
pub mod ingress;
pub mod input_buffer;
pub mod lossless;
pub mod marking;
pub mod packets;
pub mod registers;
