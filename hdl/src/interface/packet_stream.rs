//! Packets inside a NIC.

use crate::interface;

interface! {
    /// Packets in beats: to or from the link, or, if a beat has a flow, from the host. The receiver
    /// cannot stall a stream without `ready`.
    pub struct PacketStream(width_bits: usize, is_stallable: bool, flow_bits: usize) {
        /// Beat valid.
        master valid;
        /// Beat accepted, if it is valid.
        slave ready if is_stallable;
        /// Data; the first byte is in the least significant bits.
        master data[width_bits];
        /// Byte enables; valid with `last`.
        master keep[width_bits / 8];
        /// Last beat of the packet.
        master last;
        /// The packet is bad; valid with `last`.
        master bad if flow_bits == 0;
        /// Flow of the packet; valid in its first beat.
        master flow[flow_bits] if flow_bits > 0;
        /// Another packet of the flow is ready behind this one; valid in the first beat.
        master more if flow_bits > 0;
    }
}
