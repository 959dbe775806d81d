//! NIC side.

pub mod congestion_table;
pub mod rate_limiter;
pub mod reflector;
pub mod registers;
pub mod response;

pub use congestion_table::CongestionTable;
pub use rate_limiter::{FlowLimiter, RateLimiter};
pub use reflector::Reflector;
pub use registers::NicRegisters;
pub use response::{LipdStep, MultiplicativeStep, ResponseFunction};
