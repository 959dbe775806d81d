//! Stimulus for flow-control packets: reasons for the transmitter to send, and packets for the
//! checker.

pub mod checker;
pub mod transmitter;
