//! Flow-control packets: built, sent when due, and checked (IBA 7.9.4).
//!
//! * [`Packet`]: the fields of a packet, and the LPCRC.
//! * [`FlowControlTransmitter`]: the VL whose packet is sent next, and its time.
//! * [`FlowControlChecker`]: the check of a received packet.

mod checker;
mod packet;
#[cfg(test)]
mod tests;
mod transmitter;

pub use checker::{FlowControlChecker, FlowControlCheckerInputs, FlowControlCheckerOutputs};
pub use packet::{lpcrc, Packet};
pub use transmitter::{
    FlowControlTransmitter, FlowControlTransmitterInputs, FlowControlTransmitterOutputs,
};
