//! Stimulus of the NIC's modules.

pub mod clocks;
pub mod congestion_table;
pub mod host_packets;
pub mod link_packets;
pub mod queue;
pub mod rate_limiter;
pub mod receive;
pub mod receive_buffer;
pub mod reflector;
pub mod registers;
pub mod response;
pub mod top;
pub mod transmit;

#[cfg(test)]
mod examples;

use tailback_spec::nic::Nic;

/// Parameters of the transmit and receive paths, as text for the user.
pub(crate) fn variant(nic: &Nic) -> String {
    let (flows, bytes, words) = (nic.flows(), nic.word_bytes(), nic.packet_words());
    format!("{flows} flows, {bytes} bytes wide, {words} words per packet")
}
