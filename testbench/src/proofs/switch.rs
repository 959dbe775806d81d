//! Claims about the switch: grants of the allocators, and counters of the marking policies.

pub mod allocator;
pub mod marking;
