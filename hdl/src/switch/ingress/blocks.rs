//! Counting of received blocks.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::port::Port;

block! {
    /// Reports each block received on a data virtual lane (VL), be its packet good or bad.
    pub struct ReceivedBlocks(port: &Port) as "tailback_ingress_blocks" {
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();

        /// A beat of a packet is received.
        input beat;
        /// First beat of the packet.
        input first;
        /// VL of the packet; valid with `first`.
        input vl[VL_BITS];
        /// The packet does not fit into the free blocks of its VL; valid with `first`.
        input no_room;
        /// First beat of a block.
        input begins_block;
        /// High in the cycle in which a block is received.
        output received;
        /// VL of the received block; 0 without `received`.
        output received_vl[VL_BITS];

        /// Blocks of the current packet count as received on the VL.
        local(port.virtual_lanes()) counts;
        /// Blocks of the packet that began last count as received on the VL.
        reg(port.virtual_lanes()) counts_reg;
    }
}

impl Logic for ReceivedBlocks {
    #[hdl_gen]
    fn update(&mut self) {
        for number in 0..self.virtual_lanes.val() {
            self.counts[number].next = self.counts_reg[number].val();
            if self.first.val() {
                self.counts[number].next = self.vl.val() == number && !self.no_room.val();
                self.counts_reg[number].next = self.counts[number].val();
            }
        }
        self.received.next = false;
        self.received_vl.next = 0.into();
        for number in 0..self.virtual_lanes.val() {
            if self.beat.val() && self.begins_block.val() && self.counts[number].val() {
                self.received.next = true;
                self.received_vl.next = self.received_vl.val() | number;
            }
        }
    }
}
