//! Stimulus of the NIC's blocks.

pub mod congestion_table;
pub mod reflector;
