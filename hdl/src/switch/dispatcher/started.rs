//! The packet that an input port started last.

use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Keeps what an input port sends.
    pub struct StartedPacket(config: &Config) as "tailback_started_packet" {
        /// A packet is chosen.
        input starts;
        /// Of this queue.
        input starts_queue[config.buffer().queue_bits()];
        /// For this output port.
        input starts_destination[config.port_bits()];
        /// In this lane.
        input starts_lane[lane_bits(config)];

        /// A packet was chosen in the cycle before.
        output start;
        /// The queue of the packet that was chosen last.
        output start_queue[config.buffer().queue_bits()];
        /// Its output port.
        output destination[config.port_bits()];
        /// Its lane.
        output lane[lane_bits(config)];

        /// A packet was chosen.
        reg started;
        /// Its queue.
        reg started_queue[config.buffer().queue_bits()];
        /// Its output port.
        reg started_destination[config.port_bits()];
        /// Its lane.
        reg started_lane[lane_bits(config)];
    }
}

impl Logic for StartedPacket {
    #[hdl_gen]
    fn update(&mut self) {
        self.start.next = self.started.val();
        self.start_queue.next = self.started_queue.val();
        self.destination.next = self.started_destination.val();
        self.lane.next = self.started_lane.val();
        self.started.next = self.starts.val();
        if self.starts.val() {
            self.started_queue.next = self.starts_queue.val();
            self.started_destination.next = self.starts_destination.val();
            self.started_lane.next = self.starts_lane.val();
        }
    }
}
