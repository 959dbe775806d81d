//! The queue of a packet.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

block! {
    /// The number of the queue of an output port and a lane: the port times the lanes, and the lane.
    pub struct QueueNumber(port: &Port) as "tailback_ingress_queue" {
        /// Of the number of lanes, bit 0.
        choice has_1 = port.lanes() & 1 != 0;
        /// Of the number of lanes, bit 1.
        choice has_2 = port.lanes() & 2 != 0;
        /// Of the number of lanes, bit 2.
        choice has_4 = port.lanes() & 4 != 0;
        /// Of the number of lanes, bit 3.
        choice has_8 = port.lanes() & 8 != 0;

        /// The output port.
        input port[port.port_bits()];
        /// The lane.
        input lane[lane_bits(port)];
        /// The queue.
        output number[port.buffer().queue_bits()];
        /// The output port, in as many bits.
        local row[port.buffer().queue_bits()];
    }
}

impl Logic for QueueNumber {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Shifts and sums, lest a multiplier be used.");
        self.row.next = self.port.val();
        self.number.next = self.lane.val();
        if self.has_1.val() {
            self.number.next = self.number.val() + self.row.val();
        }
        if self.has_2.val() {
            self.number.next = self.number.val() + (self.row.val() << 1);
        }
        if self.has_4.val() {
            self.number.next = self.number.val() + (self.row.val() << 2);
        }
        if self.has_8.val() {
            self.number.next = self.number.val() + (self.row.val() << 3);
        }
    }
}
