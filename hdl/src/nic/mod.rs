//! NIC side.

pub mod congestion_table;

pub use congestion_table::CongestionTable;
