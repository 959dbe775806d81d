//! Switch side.

pub mod allocator;
pub mod detector;
pub mod marking;

pub use allocator::{FifoAllocator, RoundRobinAllocator};
pub use detector::CongestionDetector;
