//! Decision to drop the packet that an input port starts.

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::HeadOfQueue;

block! {
    /// Indicates to an input port that the packet that it starts is dropped.
    pub struct PacketFate(config: &HeadOfQueue) as "tailback_packet_fate" {
        /// The input port starts a packet.
        input start;
        /// Output port of the packet that the input port starts.
        input destination[config.port().port_bits()];
        /// One bit per output port: a packet that was to be sent to it is dropped.
        input(config.port().ports()) late;

        /// The packet that the input port starts is dropped.
        output discard;
    }
}

impl Logic for PacketFate {
    #[hdl_gen]
    fn update(&mut self) {
        self.discard.next = self.start.val() && self.late[self.destination.val().index()].val();
    }
}
