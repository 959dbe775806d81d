//! Flow-control packets: built, sent when due, and checked (IBA 7.9.4).
//!
//! * [`Packet`]: its fields, and the LPCRC.
//! * [`FlowControlTransmitter`]: which VL's packet goes, and when.
//! * [`FlowControlChecker`]: whether a packet that came is good.

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
