//! Switch side.

pub mod allocator;
mod beat;
pub mod counters;
pub mod detector;
pub mod egress;
pub mod forwarding;
pub mod ingress;
pub mod input_buffer;
pub mod marking;
#[cfg(test)]
mod packets;
