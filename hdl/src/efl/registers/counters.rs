//! Counters of the endpoint.

use super::layout::{COUNTS, COUNT_BITS, WORD};
use crate::prelude::*;

/// Time slots: one per counter, rounded up to a power of two.
const SLOTS: usize = 1 << COUNT_BITS;
/// Bits of the number of events between two slots of a counter.
const PENDING_BITS: usize = COUNT_BITS + 1;

block! {
    /// Counts events, modulo 2^32.
    ///
    /// The counts are in distributed RAM. A small register for each counter collects its events until
    /// the time slot of the counter, in which they are added.
    pub struct EflCounters() as "tailback_efl_counters" {
        /// Number of counters.
        count counts = COUNTS;
        /// Last time slot.
        count last = SLOTS - 1;

        /// One bit per counter: an event to be counted.
        input(COUNTS) happened;
        /// Counter that is read.
        input counter[COUNT_BITS];
        /// Count of `counter` of the previous cycle, with the events of that cycle and before.
        output word[WORD];

        /// Events of the counter of this time slot that its count does not include.
        local since[PENDING_BITS];
        /// Count of the counter of this time slot.
        local counted[WORD];
        /// Count with these events.
        local sum[WORD];
        /// Events of the counter that is read, those of this cycle included.
        local read_since[PENDING_BITS];
        /// An event of the counter that is read.
        local read_happens;
        /// Events that the counts do not include yet.
        reg(COUNTS) pending[PENDING_BITS];
        /// Time slot of this cycle.
        reg slot[COUNT_BITS];
        /// Each time slot has passed since reset.
        reg went_round;
        /// Count of the counter that is read.
        reg shown[WORD];
        /// Events of that counter that `shown` does not include.
        reg shown_since[PENDING_BITS];
        /// Counts, to be changed.
        lut_memory(SLOTS) totals[WORD];
        /// Counts, to be read.
        lut_memory(SLOTS) copies[WORD];
    }
    connect {
        totals: read_address = slot, write_address = slot, write_data = sum;
        copies: read_address = counter, write_address = slot, write_data = sum;
    }
}

impl Logic for EflCounters {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot.next = self.slot.val() + 1;
        if self.slot.val() == self.last.val() {
            self.went_round.next = true;
        }
        for number in 0..self.counts.val() {
            if self.slot.val() == number {
                self.pending[number].next = 0.into();
                if self.happened[number].val() {
                    self.pending[number].next = 1.into();
                }
            } else if self.happened[number].val() {
                self.pending[number].next = self.pending[number].val() + 1;
            }
        }
        comment!("The memory is undefined before the first time slot of a counter.");
        self.counted.next = 0.into();
        if self.went_round.val() {
            self.counted.next = self.totals.read_data.val();
        }
        comment!("Timing: an index into elements of six bits would be a multiplication.");
        self.since.next = 0.into();
        for number in 0..self.counts.val() {
            if self.slot.val() == number {
                self.since.next = self.since.val() | self.pending[number].val();
            }
        }
        self.sum.next = self.counted.val() + self.since.val();
        self.totals.write.next = true;
        self.copies.write.next = true;

        comment!("Reading");
        self.read_since.next = 0.into();
        self.read_happens.next = false;
        for number in 0..self.counts.val() {
            if self.counter.val() == number {
                self.read_since.next = self.read_since.val() | self.pending[number].val();
                self.read_happens.next = self.happened[number].val();
            }
        }
        if self.read_happens.val() {
            self.read_since.next = self.read_since.val() + 1;
        }
        self.shown_since.next = self.read_since.val();
        self.shown.next = 0.into();
        if self.went_round.val() || self.counter.val() < self.slot.val() {
            self.shown.next = self.copies.read_data.val();
        }
        self.word.next = self.shown.val() + self.shown_since.val();
    }
}
