//! Modules of the NIC.

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

pub use clocks::NicClocks;
pub use congestion_table::CongestionTable;
pub use queue::EventQueue;
pub use rate_limiter::{FlowLimiter, RateLimiter};
pub use receive::Receive;
pub use receive_buffer::ReceiveBuffer;
pub use reflector::Reflector;
pub use registers::NicRegisters;
pub use response::{LipdStep, MultiplicativeStep, ResponseFunction};
pub use top::NicTop;
pub use transmit::Transmit;
