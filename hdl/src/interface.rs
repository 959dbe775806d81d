//! Interfaces of modules: AXI4-Lite, AXI4-Stream, packets, replies and free space of a NIC, and
//! congestion control.

mod axi_lite;
mod axi_stream;
mod buffer_space;
mod congestion;
mod link_stream;
mod packet_stream;
mod reply;

pub use axi_lite::AxiLite;
pub use axi_stream::{AxiStream, StreamSignals};
pub use buffer_space::BufferSpace;
pub use congestion::{Feedback, SettingWrite, TableRead, TriggerEvent};
pub use link_stream::LinkStream;
pub use packet_stream::PacketStream;
pub use reply::Reply;
