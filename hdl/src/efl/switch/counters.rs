//! Counters of a port.

use super::sizes::WORD;
use crate::prelude::*;
use tailback_spec::efl::switch::{address, Counter};

/// Counters of events: those before the bytes in the buffer.
pub(super) const EVENTS: usize = Counter::Occupied as usize;
/// Registers of a port, and time slots of its counters: a power of two.
const SLOTS: usize = (address::COUNTERS_STRIDE / 4) as usize;
/// Bits of the number of a register of a port.
pub(super) const COUNTER_BITS: usize = SLOTS.ilog2() as usize;
/// Bits of the number of events between two time slots of a counter.
const PENDING_BITS: usize = COUNTER_BITS + 1;

block! {
    /// Counts the events of a port, modulo 2^32.
    ///
    /// The counts are in distributed RAM. A small register for each counter collects its events until
    /// the time slot of the counter, in which they are added.
    pub struct EthernetCounters() as "tailback_ethernet_counters" {
        /// Number of counters.
        count counts = EVENTS;

        /// Time slot of this cycle.
        input slot[COUNTER_BITS];
        /// Each time slot has passed since reset.
        input went_round;
        /// One bit per counter: an event to be counted.
        input(EVENTS) happened;
        /// A counter of this port is read.
        input reads;
        /// Number of that counter.
        input counter[COUNTER_BITS];
        /// Count that was read in the previous cycle, without `since`; 0 if none was.
        output_reg count[WORD];
        /// Events of that cycle and before that are not in `count`; 0 if none was read.
        output_reg since[PENDING_BITS];

        /// Events of the counter of this time slot that its count does not include.
        local slot_since[PENDING_BITS];
        /// Count of the counter of this time slot.
        local counted[WORD];
        /// Count with these events.
        local sum[WORD];
        /// Events of the counter that is read, those of this cycle included.
        local read_since[PENDING_BITS];
        /// An event of the counter that is read.
        local read_happens;
        /// Events that the counts do not include yet.
        reg(EVENTS) pending[PENDING_BITS];
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

impl Logic for EthernetCounters {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot_since.next = 0.into();
        for number in 0..self.counts.val() {
            if self.slot.val() == number {
                self.slot_since.next = self.pending[number].val();
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
        self.sum.next = self.counted.val() + self.slot_since.val();
        self.totals.write.next = true;
        self.copies.write.next = true;

        comment!("Reading");
        self.read_since.next = 0.into();
        self.read_happens.next = false;
        for number in 0..self.counts.val() {
            if self.counter.val() == number {
                self.read_since.next = self.pending[number].val();
                self.read_happens.next = self.happened[number].val();
            }
        }
        if self.read_happens.val() {
            self.read_since.next = self.read_since.val() + 1;
        }
        self.count.next = 0.into();
        self.since.next = 0.into();
        if self.reads.val() {
            self.since.next = self.read_since.val();
            if self.went_round.val() || self.counter.val() < self.slot.val() {
                self.count.next = self.copies.read_data.val();
            }
        }
    }
}
