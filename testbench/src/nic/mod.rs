//! Stimulus of the NIC's blocks.

pub mod congestion_table;
