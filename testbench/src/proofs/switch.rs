//! Claims about the switch: grants of the allocators, beats on links, and counters of the marking
//! policies.

pub mod allocator;
pub mod egress;
pub mod marking;
