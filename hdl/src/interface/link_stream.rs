//! Packets of a link, inside a switch or a NIC.

use crate::interface;

interface! {
    /// Packets and flow-control packets of a link, in beats. The receiver cannot stall a stream
    /// without `ready`.
    pub struct LinkStream(width_bits: usize, is_stallable: bool) {
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
        /// The beat is a flow-control packet.
        master flow_control;
        /// The packet is bad; valid with `last`.
        master bad;
    }
}
