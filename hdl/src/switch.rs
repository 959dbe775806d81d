//! The modules of the switch.

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
pub mod marking;
pub mod policy_marking;
pub mod queue;
pub mod registers;
pub mod top;

pub use allocator::{FifoAllocator, RequestGuard, RoundRobinAllocator};
pub use clocks::SwitchClocks;
pub use counters::PortCounters;
pub use credits::OutputCredits;
pub use detector::CongestionDetector;
pub use detector_marking::DetectorMarking;
pub use dispatcher::{FifoDispatcher, RoundRobinDispatcher};
pub use egress::Egress;
pub use forwarding::ForwardingTable;
pub use head_of_queue::HeadOfQueue;
pub use ingress::Ingress;
pub use input_buffer::InputBuffer;
pub use policy_marking::{NaivePolicyMarking, PolicyMarking};
pub use registers::SwitchRegisters;
pub use top::SwitchTop;
