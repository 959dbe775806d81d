//! Stimulus of the NIC's blocks.

pub mod registers;
