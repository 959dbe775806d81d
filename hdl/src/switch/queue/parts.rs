//! The output port and the virtual lane of a queue.

use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Decodes a queue number into its output port and virtual lane (VL).
    ///
    /// A queue number is the output port times the number of VLs, plus the VL index. Comparing with
    /// all queue numbers takes few lookup tables, and no division.
    pub struct QueueParts(config: &InputBuffer) as "tailback_queue_parts" {
        /// Output ports.
        count ports = config.outputs();
        /// VLs of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.lanes();

        /// Queue number.
        input asked[config.queue_bits()];
        /// Output port of the queue, one-hot.
        output destination_one_hot[config.outputs()];
        /// VL index of the queue (VL15 last), one-hot.
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
