//! Counts to which events are added in time slots.

use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{count, index_bits, pending_bits};
use tailback_spec::switch::port::Port;

block! {
    /// Collects the events of each counter, and adds them to a memory in the counter's time slot.
    pub struct PendingTotals(port: &Port) as "tailback_pending_totals" {
        /// Counters.
        count counters = count(port);
        /// Index of the last counter.
        count last_counter = count(port) - 1;

        /// Index of the counter whose slot this cycle is; slots follow each other in order.
        input index[index_bits(port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;
        /// Increment of each counter in this cycle.
        input(count(port)) happens[pending_bits(port)];

        /// Count of the counter whose slot was the cycle before, with all events before that cycle.
        output value[WORD_BITS as usize];

        /// This cycle is the slot of the counter.
        local(count(port)) is_slot;
        /// Increments of the counter of this slot since its last one.
        local waiting[pending_bits(port)];
        /// Index of the counter whose slot is the next cycle.
        local next_index[index_bits(port)];
        /// Increments of each counter since its last slot.
        reg(count(port)) pending[pending_bits(port)];
        /// Index of the counter whose slot was the cycle before.
        reg turn[index_bits(port)];
        /// Count of counter `turn`, as of its slot in the round before.
        reg counted[WORD_BITS as usize];
        /// Increments of counter `turn` since its slot in the round before.
        reg happened[pending_bits(port)];
        /// Count of each counter, as of its last slot.
        block_memory(count(port)) totals[WORD_BITS as usize];
    }
    connect {
        totals: write_address = turn, write_data = value, read_address = next_index;
    }
}

impl Logic for PendingTotals {
    #[hdl_gen]
    fn update(&mut self) {
        self.waiting.next = 0.into();
        for counter in 0..self.counters.val() {
            self.is_slot[counter].next = self.index.val() == counter;
            if self.is_slot[counter].val() {
                self.waiting.next = self.waiting.val() | self.pending[counter].val();
                self.pending[counter].next = self.happens[counter].val();
            } else {
                self.pending[counter].next =
                    self.pending[counter].val() + self.happens[counter].val();
            }
        }

        comment!("A count is read in the cycle before its slot, and written in the one after.");
        self.totals.read.next = true;
        self.totals.write.next = true;
        self.next_index.next = self.index.val() + 1;
        if self.index.val() == self.last_counter.val() {
            self.next_index.next = 0.into();
        }
        comment!("The memory content is unknown in the first round.");
        self.counted.next = self.totals.read_data.val();
        if self.clear.val() {
            self.counted.next = 0.into();
        }
        self.happened.next = self.waiting.val();
        self.turn.next = self.index.val();
        self.value.next = self.counted.val() + self.happened.val();
    }
}
