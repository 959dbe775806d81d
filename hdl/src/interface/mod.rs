//! Interfaces between modules, and to the outside.

mod axi_lite;
mod axi_stream;
mod link_stream;

pub use axi_lite::AxiLite;
pub use axi_stream::{AxiStream, StreamSignals};
pub use link_stream::LinkStream;
