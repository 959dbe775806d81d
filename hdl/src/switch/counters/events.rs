//! Events since the last slot of their counter.

use crate::prelude::*;
use tailback_spec::switch::counters::pending_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Collects the events of counters of one kind, each of which has at most one event in a cycle.
    pub struct PendingEvents(port: &Port, counters: usize) as "tailback_pending_events" {
        /// Counters.
        count counters = counters;

        /// This cycle is the slot of the counter.
        input(counters) is_slot;
        /// An event of the counter happens.
        input(counters) happens;

        /// Events of the counter of this slot since its last one; 0 if it is none of these.
        output waiting[pending_bits(port)];

        /// Events of the counter if this cycle is its slot, else 0.
        local(counters) read[pending_bits(port)];
        /// Events of each counter since its last slot.
        reg(counters) pending[pending_bits(port)];
    }
}

impl Logic for PendingEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.waiting.next = 0.into();
        for counter in 0..self.counters.val() {
            self.read[counter].next = 0.into();
            if self.is_slot[counter].val() {
                self.read[counter].next = self.pending[counter].val();
            }
            self.waiting.next = self.waiting.val() | self.read[counter].val();

            if self.happens[counter].val() {
                self.pending[counter].next = self.pending[counter].val() + 1;
            }
            if self.is_slot[counter].val() {
                self.pending[counter].next = 0.into();
                if self.happens[counter].val() {
                    self.pending[counter].next = 1.into();
                }
            }
        }
    }
}

block! {
    /// Collects the blocks of counters of one kind.
    pub struct PendingBlocks(port: &Port) as "tailback_pending_blocks" {
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = port.lanes();

        /// This cycle is the slot of the VL's counter.
        input(port.lanes()) is_slot;
        /// Increment of the VL's counter.
        input(port.lanes()) blocks[port.block_bits()];

        /// Blocks of the counter of this slot since its last one; 0 if it is none of these.
        output waiting[pending_bits(port)];

        /// Blocks of the VL if this cycle is its counter's slot, else 0.
        local(port.lanes()) read[pending_bits(port)];
        /// Blocks of each VL since its counter's last slot.
        reg(port.lanes()) pending[pending_bits(port)];
    }
}

impl Logic for PendingBlocks {
    #[hdl_gen]
    fn update(&mut self) {
        self.waiting.next = 0.into();
        for lane in 0..self.lanes.val() {
            self.read[lane].next = 0.into();
            if self.is_slot[lane].val() {
                self.read[lane].next = self.pending[lane].val();
                self.pending[lane].next = self.blocks[lane].val();
            } else {
                self.pending[lane].next = self.pending[lane].val() + self.blocks[lane].val();
            }
            self.waiting.next = self.waiting.val() | self.read[lane].val();
        }
    }
}
