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
    /// the time slot of the counter, in which they and the count are read; the sum is written one cycle
    /// later.
    pub struct EflCounters() as "tailback_efl_counters" {
        /// Number of counters.
        count counts = COUNTS;
        /// Last time slot.
        count last = SLOTS - 1;

        /// One bit per counter: an event to be counted.
        input(COUNTS) happened;
        /// Counter that is read.
        input counter[COUNT_BITS];
        /// A counter is read; otherwise, `word` is 0 from the next cycle on.
        input is_read;
        /// Count of `counter` of the previous cycle, with the events of that cycle and before.
        output word[WORD];

        /// Events of the counter of this time slot that its count does not include.
        local since[PENDING_BITS];
        /// Count of the counter of the previous time slot, with its events.
        local sum[WORD];
        /// Events of the counter that is read, those of this cycle included.
        local read_since[PENDING_BITS];
        /// Events that the counts do not include yet, those of this cycle included.
        local(COUNTS) with_now[PENDING_BITS];
        /// Events that the counts do not include yet.
        reg(COUNTS) pending[PENDING_BITS];
        /// Time slot of this cycle.
        reg slot[COUNT_BITS];
        /// Time slot of the previous cycle.
        reg slot_before[COUNT_BITS];
        /// Each time slot has passed since reset, before this cycle.
        reg went_round;
        /// Each time slot has passed since reset, before the previous cycle.
        reg went_round_before;
        /// Events of the counter of the previous time slot that its count does not include.
        reg since_before[PENDING_BITS];
        /// Count of the counter of the previous time slot.
        reg counted[WORD];
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
        totals: read_address = slot, write_address = slot_before, write_data = sum;
        copies: read_address = counter, write_address = slot_before, write_data = sum;
    }
}

impl Logic for EflCounters {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot.next = self.slot.val() + 1;
        self.slot_before.next = self.slot.val();
        self.went_round_before.next = self.went_round.val();
        if self.slot.val() == self.last.val() {
            self.went_round.next = true;
        }
        for number in 0..self.counts.val() {
            self.with_now[number].next = self.pending[number].val();
            if self.happened[number].val() {
                self.with_now[number].next = self.pending[number].val() + 1;
            }
            if self.slot.val() == number {
                self.pending[number].next = 0.into();
                if self.happened[number].val() {
                    self.pending[number].next = 1.into();
                }
            } else {
                self.pending[number].next = self.with_now[number].val();
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
        self.since_before.next = self.since.val();
        self.sum.next = self.counted.val() + self.since_before.val();
        self.totals.write.next = true;
        self.copies.write.next = true;

        comment!("Reading");
        self.read_since.next = 0.into();
        for number in 0..self.counts.val() {
            if self.counter.val() == number {
                self.read_since.next = self.read_since.val() | self.with_now[number].val();
            }
        }
        self.shown_since.next = self.read_since.val();
        self.shown.next = 0.into();
        if self.counter.val() == self.slot_before.val() {
            self.shown.next = self.sum.val();
        } else if self.went_round_before.val() || self.counter.val() < self.slot_before.val() {
            self.shown.next = self.copies.read_data.val();
        }
        if !self.is_read.val() {
            self.shown_since.next = 0.into();
            self.shown.next = 0.into();
        }
        self.word.next = self.shown.val() + self.shown_since.val();
    }
}
