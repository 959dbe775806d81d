//! The blocks of received packets.

use crate::prelude::*;
use tailback_spec::switch::counters::{index_bits, packets_in, GROUP};
use tailback_spec::switch::port::Port;

block! {
    /// Assigns the blocks of a received packet to its virtual lane (VL), one cycle later.
    pub struct ReceivedBlockCounts(port: &Port) as "tailback_received_block_counts" {
        /// Counters from those of one VL to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = port.lanes();
        /// Index of the counter of packets received on VL 0.
        count lane_packets_in = packets_in(port, 0);
        /// Index of the counter of packets received on VL15.
        count management_packets_in = packets_in(port, port.virtual_lanes());

        /// Events of reception are not counted.
        input clear;
        /// An event of reception.
        input received;
        /// Index of the counter of that event.
        input received_index[index_bits(port)];
        /// Blocks of the received packet.
        input received_blocks[port.block_bits()];

        /// Blocks received on each VL (VL15 last) in the cycle before; 0 without a good packet.
        output_reg(port.lanes()) came_blocks[port.block_bits()];

        /// A good packet has been received on the VL, and counts.
        local(port.lanes()) comes;
    }
}

impl Logic for ReceivedBlockCounts {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            self.comes[vl].next = self.received.val()
                && !self.clear.val()
                && self.received_index.val() == self.lane_packets_in.val() + vl * self.group.val();
        }
        if self.has_management.val() {
            self.comes[self.virtual_lanes.val()].next = self.received.val()
                && !self.clear.val()
                && self.received_index.val() == self.management_packets_in.val();
        }
        for lane in 0..self.lanes.val() {
            self.came_blocks[lane].next = 0.into();
            if self.comes[lane].val() {
                self.came_blocks[lane].next = self.received_blocks.val();
            }
        }
    }
}
