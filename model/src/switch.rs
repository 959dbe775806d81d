//! Models of the switch.

pub mod allocator;
pub(crate) mod beat;
pub mod clocks;
pub mod counters;
pub mod credits;
pub mod detector;
pub mod detector_marking;
pub mod dispatcher;
pub mod egress;
#[cfg(test)]
mod examples;
pub mod forwarding;
pub mod head_of_queue;
pub mod ingress;
pub mod input_buffer;
pub mod marking;
#[cfg(test)]
mod packets;
pub mod policy_marking;
pub mod registers;
mod rotation;
pub mod top;
