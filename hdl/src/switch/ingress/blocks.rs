//! Blocks that were received.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::port::Port;

block! {
    /// Tells of each block that comes in a data virtual lane (VL), be its packet good or bad.
    pub struct ReceivedBlocks(port: &Port) as "tailback_ingress_blocks" {
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();

        /// A beat of a packet comes.
        input beat;
        /// It is the first one.
        input first;
        /// Its VL; with `first`.
        input vl[VL_BITS];
        /// It finds no room; with `first`.
        input no_room;
        /// It is the first of 64 bytes.
        input begins_block;
        /// A block has come.
        output received;
        /// Its VL.
        output received_vl[VL_BITS];

        /// Blocks of the packet are received, for each VL.
        local(port.virtual_lanes()) counts;
        /// Blocks of the packet are received, for each VL.
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
            }
            if self.first.val() {
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
