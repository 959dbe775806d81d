//! Interfaces of modules: AXI4-Lite, AXI4-Stream, packets, and replies of a NIC.

mod axi_lite;
mod axi_stream;
mod link_stream;
mod packet_stream;
mod reply;

pub use axi_lite::AxiLite;
pub use axi_stream::{AxiStream, StreamSignals};
pub use link_stream::LinkStream;
pub use packet_stream::PacketStream;
pub use reply::Reply;
