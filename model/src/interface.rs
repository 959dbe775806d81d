//! Interfaces of the models: the values of their ports in one direction.

mod axi_lite;
mod axi_stream;

pub use axi_lite::{AxiLiteRequest, AxiLiteResponse, ALL_BYTES, OKAY, SLVERR};
pub use axi_stream::{AxiStream, AxiStreamReady, MessageStream, PacketStream, Ready, TaggedStream};
