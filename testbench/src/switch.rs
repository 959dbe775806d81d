//! Stimulus of the switch's modules.

pub mod allocator;
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
pub mod policy_marking;
mod port;
pub mod registers;
pub mod top;
