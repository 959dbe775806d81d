//! Models of the NIC.
//!
//! The models follow `tailback_spec::nic`, which names the sources of the rules.

pub mod clocks;
pub mod congestion_table;
pub mod queue;
pub mod rate_limiter;
pub mod receive;
pub mod receive_buffer;
pub mod reflector;
pub mod registers;
pub mod response;
pub mod top;
pub mod transmit;
