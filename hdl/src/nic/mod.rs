//! NIC side.

pub mod congestion_table;
pub mod reflector;

pub use congestion_table::CongestionTable;
pub use reflector::Reflector;
