//! NIC side.
//!
//! The models follow `tailback_spec::nic`, which says where the rules come from.

pub mod adapter;
pub mod congestion_table;
pub mod queue;
pub mod rate_limiter;
pub mod receive;
pub mod reflector;
pub mod registers;
pub mod response;
pub mod transmit;
