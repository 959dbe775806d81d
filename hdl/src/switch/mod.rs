//! Switch side.

pub mod allocator;
pub mod counters;
pub mod detector;
pub mod egress;
pub mod input_buffer;
pub mod marking;
pub mod registers;
pub mod vcrc;

pub use allocator::{FifoAllocator, RequestGuard, RoundRobinAllocator};
pub use counters::PortCounters;
pub use detector::CongestionDetector;
pub use egress::Egress;
pub use input_buffer::InputBuffer;
pub use registers::SwitchRegisters;
