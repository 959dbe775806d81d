//! Stimulus of the NIC's blocks.

pub mod response;
