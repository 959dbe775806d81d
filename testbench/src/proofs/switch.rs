//! Claims about the switch: grants of the allocators, credits of output ports, beats on links, and
//! counters of the marking policies.

pub mod allocator;
pub mod credits;
pub mod egress;
pub mod marking;
