//! Allocators: the choice of the waiting packet that is started next.

pub mod fifo;
pub mod guard;
pub mod rotation;
pub mod round_robin;
pub mod transposed;

pub use fifo::FifoAllocator;
pub use guard::RequestGuard;
pub use rotation::Rotation;
pub use round_robin::RoundRobinAllocator;
pub use transposed::Transposed;
