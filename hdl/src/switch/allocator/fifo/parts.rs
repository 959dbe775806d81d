//! Output port and virtual lane of a queue.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Splits the index of a queue into output port and virtual lane (VL).
    pub struct FifoQueueParts(config: &Fifo) as "tailback_fifo_queue_parts" {
        /// Output ports.
        count outputs = config.outputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();

        /// Index of the queue.
        input queue_number[config.queue_bits()];
        /// Output port of the queue.
        output port[config.input_bits()];
        /// VL of the queue.
        output lane[bits_for(config.lanes() as u32 - 1)];
    }
}

impl Logic for FifoQueueParts {
    #[hdl_gen]
    fn update(&mut self) {
        self.port.next = 0.into();
        self.lane.next = 0.into();
        for at in 0..self.outputs.val() {
            for part in 0..self.lanes.val() {
                if self.queue_number.val() == at * self.lanes.val() + part {
                    self.port.next = at.into();
                    self.lane.next = part.into();
                }
            }
        }
    }
}
