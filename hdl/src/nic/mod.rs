//! NIC side.

pub mod rate_limiter;

pub use rate_limiter::{FlowLimiter, RateLimiter};
