//! Stimulus that several modules share.

pub mod lines;
pub mod nic;
pub mod packets;
pub mod ports;
pub mod stored;
pub mod switch;
