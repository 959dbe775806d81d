//! Stimulus of the NIC's blocks.

pub mod congestion_table;
pub mod rate_limiter;
pub mod reflector;
pub mod registers;
pub mod response;
