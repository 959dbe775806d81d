//! Counts to which events are added at once.

use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{count, index_bits};
use tailback_spec::switch::port::Port;

block! {
    /// Adds one event in each cycle to its count in memory.
    ///
    /// A count is read in the cycle of its event, and written two cycles later. The counts of the
    /// two events before may not be in the memory by then, and are forwarded. A copy of the counts
    /// is read in time slots.
    pub struct EventTotals(port: &Port) as "tailback_event_totals" {
        /// Index of the counter whose slot this cycle is.
        input index[index_bits(port)];
        /// Events are not counted, and the counter of this slot is cleared; high in the first round
        /// after reset.
        input clear;
        /// An event happens.
        input received;
        /// Index of its counter.
        input received_index[index_bits(port)];

        /// Count of the counter whose slot was the cycle before, with all events up to two cycles
        /// before that cycle.
        output value[WORD_BITS as usize];

        /// Event of the cycle before.
        reg happened_1;
        /// Counter of the event of the cycle before.
        reg index_1[index_bits(port)];
        /// The count of the event of the cycle before was written in that cycle, and not read.
        reg met_1;
        /// Event of two cycles ago, which is counted in this cycle.
        reg happened_2;
        /// Counter of the event of two cycles ago.
        reg index_2[index_bits(port)];
        /// Count read for the event of two cycles ago; 0 if it was not read.
        reg old_2[WORD_BITS as usize];
        /// Count that was written instead of being read; 0 if it was read.
        reg passed_2[WORD_BITS as usize];
        /// The events of two and three cycles ago are of the same counter.
        reg follows_2;
        /// Count that was written in the cycle before.
        reg total_3[WORD_BITS as usize];
        /// The counter of the slot of the cycle before was written in that cycle.
        reg met_slot;
        /// The count of this cycle's event is being written.
        local meets;
        /// The counter of this slot is being written.
        local meets_slot;
        /// The count of this cycle's event is read.
        local reads;
        /// The counter of this slot is read.
        local reads_slot;
        /// Count before the event of two cycles ago.
        local base[WORD_BITS as usize];
        /// Count with the event of two cycles ago.
        local sum[WORD_BITS as usize];
        /// A count is written.
        local writes;
        /// Counter that is written.
        local write_index[index_bits(port)];
        /// Count that is written.
        local write_total[WORD_BITS as usize];
        /// Count of each counter.
        cleared_block_memory(count(port)) totals[WORD_BITS as usize];
        /// Copy of the counts, for slots.
        cleared_block_memory(count(port)) copy[WORD_BITS as usize];
    }
    connect {
        totals: write = writes, write_address = write_index, write_data = write_total,
            read = reads, read_address = received_index;
        copy: write = writes, write_address = write_index, write_data = write_total,
            read = reads_slot, read_address = index;
    }
}

impl Logic for EventTotals {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A count that is being written is not read: its read data would be unknown.");
        self.meets.next = self.happened_2.val() && self.index_2.val() == self.received_index.val();
        self.reads.next = !self.clear.val() && !self.meets.val();
        self.happened_1.next = self.received.val() && !self.clear.val();
        self.index_1.next = self.received_index.val();
        self.met_1.next = self.meets.val();

        self.happened_2.next = self.happened_1.val();
        self.index_2.next = self.index_1.val();
        self.old_2.next = self.totals.read_data.val();
        self.passed_2.next = 0.into();
        if self.met_1.val() {
            self.passed_2.next = self.total_3.val();
        }
        self.follows_2.next = self.happened_2.val() && self.index_2.val() == self.index_1.val();

        self.base.next = self.old_2.val() | self.passed_2.val();
        if self.follows_2.val() {
            self.base.next = self.total_3.val();
        }
        self.sum.next = self.base.val() + 1;
        self.total_3.next = self.sum.val();

        self.writes.next = self.clear.val() || self.happened_2.val();
        self.write_index.next = self.index_2.val();
        self.write_total.next = self.sum.val();
        if self.clear.val() {
            self.write_index.next = self.index.val();
            self.write_total.next = 0.into();
        }

        comment!("The slot");
        self.meets_slot.next = self.happened_2.val() && self.index_2.val() == self.index.val();
        self.reads_slot.next = !self.clear.val() && !self.meets_slot.val();
        self.met_slot.next = self.meets_slot.val();
        self.value.next = self.copy.read_data.val();
        if self.met_slot.val() {
            self.value.next = self.value.val() | self.total_3.val();
        }
    }
}
