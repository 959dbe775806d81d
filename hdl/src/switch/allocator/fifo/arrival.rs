//! Queue of a packet that arrives.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Decodes the queue of the packet that arrives at an input port into the output port and the
    /// virtual lane (VL).
    pub struct FifoArrival(config: &Fifo) as "tailback_fifo_arrival" {
        /// Output ports.
        count ports = config.outputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();

        /// A packet arrives.
        input arrive;
        /// Queue of the packet that arrives.
        input arrive_queue[config.queue_bits()];
        /// Output port of the packet that arrives, one-hot; 0 without one.
        output to_output[config.outputs()];
        /// VL of the packet that arrives, one-hot.
        output to_lane[config.lanes()];
    }
}

impl Logic for FifoArrival {
    #[hdl_gen]
    fn update(&mut self) {
        self.to_output.next = 0.into();
        self.to_lane.next = 0.into();
        for port in 0..self.ports.val() {
            for at in 0..self.lanes.val() {
                if self.arrive_queue.val() == port * self.lanes.val() + at {
                    self.to_output.next = self.to_output.val().replace_bit(port, self.arrive.val());
                    self.to_lane.next = self.to_lane.val().replace_bit(at, true);
                }
            }
        }
    }
}
