//! Interfaces of modules: AXI4-Lite, AXI4-Stream, the packets of a link, and congestion control.

mod axi_lite;
mod axi_stream;
mod congestion;
mod link_stream;

pub use axi_lite::AxiLite;
pub use axi_stream::{AxiStream, StreamSignals};
pub use congestion::{Feedback, SettingWrite, TableRead, TriggerEvent};
pub use link_stream::LinkStream;
