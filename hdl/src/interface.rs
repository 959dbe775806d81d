//! Interfaces of modules: AXI4-Lite, AXI4-Stream, packets, replies of a NIC, and congestion control.

mod axi_lite;
mod axi_stream;
mod congestion;
mod link_stream;
mod packet_stream;
mod reply;

pub use axi_lite::AxiLite;
pub use axi_stream::{AxiStream, StreamSignals};
pub use congestion::{Feedback, SettingWrite, TableRead, TriggerEvent};
pub use link_stream::LinkStream;
pub use packet_stream::PacketStream;
pub use reply::Reply;
