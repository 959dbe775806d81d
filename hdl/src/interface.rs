//! Interfaces of modules: AXI4-Lite, AXI4-Stream, and the packets of a link.

mod axi_lite;
mod axi_stream;
mod link_stream;

pub use axi_lite::AxiLite;
pub use axi_stream::{AxiStream, StreamSignals};
pub use link_stream::LinkStream;
