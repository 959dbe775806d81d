//! NIC side.

pub mod congestion_table;
pub mod rate_limiter;

pub use congestion_table::CongestionTable;
pub use rate_limiter::{FlowLimiter, RateLimiter};
