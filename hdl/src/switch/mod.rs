//! Switch side.

pub mod allocator;
pub mod detector;
pub mod input_buffer;
pub mod marking;

pub use allocator::{FifoAllocator, RequestGuard, RoundRobinAllocator};
pub use detector::CongestionDetector;
pub use input_buffer::InputBuffer;
