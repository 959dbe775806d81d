//! Stimulus of the switch's blocks.

pub mod allocator;
pub mod arrivals;
pub mod detector;
pub mod detector_marking;
pub mod dispatcher;
#[cfg(test)]
mod examples;
pub mod input_buffer;
pub mod marking;
pub mod policy_marking;
mod port;
pub mod progress;
