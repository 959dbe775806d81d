//! The counters of a port: 32 bits each, in a memory.

use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, count, index_bits, pending_bits, GROUP,
};
use tailback_spec::switch::port::Port;

block! {
    /// Counts the events at a port of the switch, modulo 2^32.
    ///
    /// The counts are in a memory. Events are collected in a small register for each counter, and
    /// are added to the memory in the counter's time slot.
    pub struct PortCounters(port: &Port) as "tailback_port_counters" {
        /// Counters.
        count counters = count(port);
        /// Counters from those of one virtual lane (VL) to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// Index of the counter of blocks received on VL 0.
        count lane_blocks_in = blocks_in(port, 0);
        /// Index of the counter of blocks transmitted on VL 0.
        count lane_blocks_out = blocks_out(port, 0);
        /// Index of the counter of blocks received on VL15.
        count management_blocks_in = blocks_in(port, port.virtual_lanes());
        /// Index of the counter of blocks transmitted on VL15.
        count management_blocks_out = blocks_out(port, port.virtual_lanes());

        /// Index of the counter whose slot this cycle is.
        input index[index_bits(port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;
        /// Event of each counter in this cycle; ignored for counters of blocks.
        input(count(port)) events;
        /// Blocks received on each VL in this cycle (VL15 last).
        input(port.lanes()) blocks_in[port.block_bits()];
        /// Blocks transmitted on each VL in this cycle (VL15 last).
        input(port.lanes()) blocks_out[port.block_bits()];

        /// Count of the counter whose slot was the cycle before, with all events before that cycle.
        output value[WORD_BITS as usize];

        /// Increment of each counter in this cycle.
        local(count(port)) happens[pending_bits(port)];
        /// Increments of each counter since its last slot.
        reg(count(port)) pending[pending_bits(port)];
        /// Index of the counter whose slot was the cycle before.
        reg turn[index_bits(port)];
        /// Count of counter `turn` from memory, as of its slot in the round before.
        reg counted[WORD_BITS as usize];
        /// Increments of counter `turn` since its slot in the round before.
        reg happened[pending_bits(port)];
        /// Count of each counter, as of its last slot.
        lut_memory(count(port)) totals[WORD_BITS as usize];
    }
    connect {
        totals: read_address = index, write_address = turn, write_data = value;
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

        comment!("The memory content is unknown in the first round.");
        if self.clear.val() {
            self.counted.next = 0.into();
        } else {
            self.counted.next = self.totals.read_data.val();
        }
        self.happened.next = self.pending[self.index.val().index()].val();
        self.turn.next = self.index.val();
        self.value.next = self.counted.val() + self.happened.val();
        self.totals.write.next = true;
    }
}
