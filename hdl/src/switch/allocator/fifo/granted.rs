//! Queue of a granted packet.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Determines the queue of the packet that an input port is granted, from its output port and
    /// its virtual lane (VL).
    pub struct FifoGranted(config: &Fifo) as "tailback_fifo_granted" {
        /// There are several VLs.
        choice several = config.lanes() > 1;
        /// Output ports.
        count ports = config.outputs();
        /// Virtual lanes (VLs) per output port.
        count lanes = config.lanes();

        /// Output port of the granted packet, one-hot; 0 without one.
        input accepts[config.outputs()];
        /// VL of the granted packet, one-hot; 0 without one.
        input granted_lane[config.lanes()];
        /// Queue of the granted packet; 0 without one.
        output grant_queue[config.queue_bits()];
    }
}

impl Logic for FifoGranted {
    #[hdl_gen]
    fn update(&mut self) {
        self.grant_queue.next = 0.into();
        for port in 0..self.ports.val() {
            if self.several.val() {
                for at in 0..self.lanes.val() {
                    if self.accepts.val().get_bit(port) && self.granted_lane.val().get_bit(at) {
                        self.grant_queue.next =
                            self.grant_queue.val() | (port * self.lanes.val() + at);
                    }
                }
            } else if self.accepts.val().get_bit(port) {
                self.grant_queue.next = self.grant_queue.val() | port;
            }
        }
    }
}
