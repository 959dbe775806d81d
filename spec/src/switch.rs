//! Switch side.

pub mod allocator;
pub mod clocks;
pub mod counters;
pub mod credits;
pub mod detector;
pub mod detector_marking;
pub mod dispatcher;
pub mod egress;
pub mod forwarding;
pub mod head_of_queue;
pub mod ingress;
pub mod input_buffer;
pub mod liveness;
pub mod marking;
pub mod policy_marking;
pub mod port;
pub mod registers;
pub mod top;

use std::ops::RangeInclusive;

/// Ports of a switch: 2 to 36.
pub const PORTS: RangeInclusive<u64> = 2..=36;
