//! The output port and the lane of a queue.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Tells the output port and the lane of a queue.
    ///
    /// A queue's number is that of its output port times the number of lanes, plus the lane. All of
    /// them are compared: few lookup tables, and no division.
    pub struct QueueParts(config: &Config) as "tailback_queue_parts" {
        /// Output ports.
        count ports = config.ports();
        /// Lanes of each.
        count lanes = config.lanes();

        /// The queue.
        input asked[config.buffer().queue_bits()];
        /// Its output port, one bit for each.
        output destination_one_hot[config.ports()];
        /// Its lane, one bit for each.
        output lane_one_hot[config.lanes()];
    }
}

impl Logic for QueueParts {
    #[hdl_gen]
    fn update(&mut self) {
        self.destination_one_hot.next = 0.into();
        self.lane_one_hot.next = 0.into();
        for port in 0..self.ports.val() {
            for at in 0..self.lanes.val() {
                if self.asked.val() == port * self.lanes.val() + at {
                    self.destination_one_hot.next =
                        self.destination_one_hot.val().replace_bit(port, true);
                    self.lane_one_hot.next = self.lane_one_hot.val().replace_bit(at, true);
                }
            }
        }
    }
}
