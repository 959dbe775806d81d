//! Virtual lanes of the granted packets.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Selects the virtual lane (VL) of the packet that each input port is granted.
    pub struct FifoGrantedLanes(config: &Fifo) as "tailback_fifo_granted_lanes" {
        /// Input ports, and as many output ports.
        count ports = config.inputs();

        /// Per input port: output port of the granted packet, one-hot; 0 without one.
        input(config.inputs()) accepts[config.outputs()];
        /// Per output port: VL of the last offer, one-hot.
        input(config.outputs()) offer_lane[config.lanes()];
        /// Per input port: VL of the granted packet, one-hot; 0 without one.
        output(config.inputs()) granted_lane[config.lanes()];
    }
}

impl Logic for FifoGrantedLanes {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.granted_lane[from].next = 0.into();
            for port in 0..self.ports.val() {
                if self.accepts[from].val().get_bit(port) {
                    self.granted_lane[from].next =
                        self.granted_lane[from].val() | self.offer_lane[port].val();
                }
            }
        }
    }
}
