//! The counters of a port: of 32 bits each, in a memory.

use crate::comment;
use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, count, index_bits, pending_bits, GROUP,
};
use tailback_spec::switch::port::Port;

block! {
    /// Counts what happens at a port of the switch, modulo 2^32.
    ///
    /// The counts are in a memory. What happens waits in a small register for each counter until
    /// it has its turn, and is then added.
    pub struct PortCounters(port: &Port) as "tailback_port_counters" {
        /// Counters.
        count counters = count(port);
        /// Counters from those of one virtual lane (VL) to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// There is a lane for VL15, too.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// The counter of the blocks that come in on VL 0.
        count lane_blocks_in = blocks_in(port, 0);
        /// The counter of the blocks that go out on VL 0.
        count lane_blocks_out = blocks_out(port, 0);
        /// The counter of the blocks that come in on VL15.
        count management_blocks_in = blocks_in(port, port.virtual_lanes());
        /// The counter of the blocks that go out on VL15.
        count management_blocks_out = blocks_out(port, port.virtual_lanes());

        /// The counter whose turn it is.
        input index[index_bits(port)];
        /// It begins at 0.
        input clear;
        /// What each counter counts has happened; not looked at for those of blocks.
        input(count(port)) events;
        /// Blocks of each lane that come in.
        input(port.lanes()) blocks_in[port.block_bits()];
        /// Blocks of each lane that go out.
        input(port.lanes()) blocks_out[port.block_bits()];

        /// The counter whose turn was in the cycle before, with all that had happened before.
        output value[WORD_BITS as usize];

        /// How often it happens in this cycle.
        local(count(port)) happens[pending_bits(port)];
        /// How often it has happened since the turn before.
        reg(count(port)) pending[pending_bits(port)];
        /// Of the cycle before: the counter whose turn it was,
        reg turn[index_bits(port)];
        /// what had been counted up to the turn before,
        reg counted[WORD_BITS as usize];
        /// and how often it had happened since.
        reg happened[pending_bits(port)];
        /// What has been counted up to the turn before.
        lut_memory(count(port)) totals[WORD_BITS as usize];
    }
}

impl Logic for PortCounters {
    #[hdl_gen]
    fn update(&mut self) {
        for counter in 0..self.counters.val() {
            if self.events[counter].val() {
                self.happens[counter].next = 1.into();
            } else {
                self.happens[counter].next = 0.into();
            }
        }
        for vl in 0..self.virtual_lanes.val() {
            self.happens[self.lane_blocks_in.val() + vl * self.group.val()].next =
                self.blocks_in[vl].val();
            self.happens[self.lane_blocks_out.val() + vl * self.group.val()].next =
                self.blocks_out[vl].val();
        }
        if self.has_management.val() {
            self.happens[self.management_blocks_in.val()].next =
                self.blocks_in[self.virtual_lanes.val()].val();
            self.happens[self.management_blocks_out.val()].next =
                self.blocks_out[self.virtual_lanes.val()].val();
        }
        for counter in 0..self.counters.val() {
            if self.index.val() == counter {
                self.pending[counter].next = self.happens[counter].val();
            } else {
                self.pending[counter].next =
                    self.pending[counter].val() + self.happens[counter].val();
            }
        }

        comment!("In its first turn, what the memory holds is unknown.");
        if self.clear.val() {
            self.counted.next = 0.into();
        } else {
            self.counted.next = self.totals.read_data.val();
        }
        self.happened.next = self.pending[self.index.val().index()].val();
        self.turn.next = self.index.val();
        self.value.next = self.counted.val() + self.happened.val();
        self.totals.read_address.next = self.index.val();
        self.totals.write.next = true;
        self.totals.write_address.next = self.turn.val();
        self.totals.write_data.next = self.value.val();
    }
}
