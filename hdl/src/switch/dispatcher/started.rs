//! Packet that an input port started last.

use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Holds queue, output port and virtual lane (VL) of the packet that an input port started
    /// last.
    pub struct StartedPacket(config: &Config) as "tailback_started_packet" {
        /// A packet is chosen.
        input starts;
        /// Queue of the packet that is chosen.
        input starts_queue[config.buffer().queue_bits()];
        /// Output port of the packet that is chosen.
        input starts_destination[config.port_bits()];
        /// VL index of the packet that is chosen.
        input starts_lane[lane_bits(config)];

        /// A packet was chosen in the previous cycle, and starts.
        output_reg start;
        /// Queue of the packet that was chosen last.
        output_reg start_queue[config.buffer().queue_bits()];
        /// Output port of the packet that was chosen last.
        output_reg destination[config.port_bits()];
        /// VL index of the packet that was chosen last.
        output_reg lane[lane_bits(config)];
    }
}

impl Logic for StartedPacket {
    #[hdl_gen]
    fn update(&mut self) {
        self.start.next = self.starts.val();
        if self.starts.val() {
            self.start_queue.next = self.starts_queue.val();
            self.destination.next = self.starts_destination.val();
            self.lane.next = self.starts_lane.val();
        }
    }
}
