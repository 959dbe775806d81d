//! Flow-control packets: what makes the transmitter send, and what the checker receives.

pub mod checker;
pub mod transmitter;
