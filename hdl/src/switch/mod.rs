//! Switch side.

pub mod allocator;
pub mod detector;
pub mod egress;
pub mod forwarding;
pub mod ingress;
pub mod input_buffer;
pub mod marking;
pub mod vcrc;

pub use allocator::{FifoAllocator, RoundRobinAllocator};
pub use detector::CongestionDetector;
pub use egress::Egress;
pub use forwarding::ForwardingTable;
pub use ingress::Ingress;
pub use input_buffer::InputBuffer;
