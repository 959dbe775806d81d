//! Stimulus of the NIC's blocks.
