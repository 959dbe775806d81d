//! The queue number of a packet.

use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Computes a queue number: the output port times the number of VLs, plus the VL index.
    pub struct QueueNumber(port: &Port) as "tailback_ingress_queue" {
        /// Bit 0 of the number of VLs.
        choice has_1 = port.lanes() & 1 != 0;
        /// Bit 1 of the number of VLs.
        choice has_2 = port.lanes() & 2 != 0;
        /// Bit 2 of the number of VLs.
        choice has_4 = port.lanes() & 4 != 0;
        /// Bit 3 of the number of VLs.
        choice has_8 = port.lanes() & 8 != 0;

        /// Output port of the packet.
        input port[port.port_bits()];
        /// VL index of the packet (VL15 last).
        input lane[lane_bits(port)];
        /// Queue number of the packet.
        output number[port.buffer().queue_bits()];
        /// Output port, extended to the width of a queue number.
        local row[port.buffer().queue_bits()];
    }
}

impl Logic for QueueNumber {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Shifts and sums avoid a multiplier.");
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
