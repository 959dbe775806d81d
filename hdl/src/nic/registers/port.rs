//! The counters of the port.

use super::layout::{TURN_BITS, WORD};
use crate::prelude::*;
use tailback_spec::nic::registers::{
    counter_turns, first_counter, COUNTERS, COUNTER_GROUPS, TURNS,
};

/// Bits of the number of events between two slots of a counter.
const PENDING_BITS: usize = TURN_BITS + 1;

block! {
    /// Counts the events of the port, modulo 2^32.
    ///
    /// The counts are in a memory. A small register for each counter collects events until the slot
    /// of the counter, in which they are added.
    pub struct NicCounters() as "tailback_nic_counters" {
        /// Slots.
        count turns = TURNS;
        /// Last slot.
        count last = TURNS - 1;
        /// Counters of traffic; indices and slots begin at 0.
        count traffic = COUNTER_GROUPS[0].1;
        /// Counters of marks.
        count marks = COUNTER_GROUPS[1].1;
        /// Slot of the first counter of marks.
        count marks_turn = counter_turns()[first_counter(1)];
        /// Index of the first counter of marks.
        count marks_first = first_counter(1);
        /// Counters of malformed packets.
        count malformed = COUNTER_GROUPS[2].1;
        /// Slot of the first counter of malformed packets.
        count malformed_turn = counter_turns()[first_counter(2)];
        /// Index of the first counter of malformed packets.
        count malformed_first = first_counter(2);
        /// Counters of ignored events.
        count ignored = COUNTER_GROUPS[3].1;
        /// Slot of the first counter of ignored events.
        count ignored_turn = counter_turns()[first_counter(3)];
        /// Index of the first counter of ignored events.
        count ignored_first = first_counter(3);

        /// One bit per counter of the port, in address order: an event to be counted.
        input(COUNTERS) happened;
        /// Slot of the counter that is read.
        input asked[TURN_BITS];
        /// Accessed register is a counter.
        input is_counter;

        /// Counter that is read had its slot in the previous cycle: `word` is its count.
        output there;
        /// Count of the counter with the slot of the previous cycle; 0 if no counter is read.
        output word[WORD];

        /// An event of this cycle, one bit per slot.
        local(TURNS) happens;
        /// Count of the counter with the slot of the previous cycle.
        local sum[WORD];
        /// An event of the previous cycle, one bit per slot: events are known late in a cycle.
        reg(TURNS) latest;
        /// Events from the last slot of the counter on, but that in `latest`, one element per slot.
        reg(TURNS) pending[PENDING_BITS];
        /// Slot of this cycle.
        reg turn[TURN_BITS];
        /// Each slot has passed since reset.
        reg went_round;
        /// Slot of the previous cycle.
        reg turn_before[TURN_BITS];
        /// Count in the memory for the slot of the previous cycle; 0 in the first round.
        reg counted[WORD];
        /// Events that the slot of the previous cycle adds to the count.
        reg since[PENDING_BITS];
        /// Count of each slot, without the pending events.
        lut_memory(TURNS) totals[WORD];
    }
    connect {
        totals: read_address = turn, write_address = turn_before, write_data = sum;
    }
}

impl Logic for NicCounters {
    #[hdl_gen]
    fn update(&mut self) {
        for turn_of in 0..self.turns.val() {
            self.happens[turn_of].next = false;
        }
        for counter in 0..self.traffic.val() {
            self.happens[counter].next = self.happened[counter].val();
        }
        for counter in 0..self.marks.val() {
            self.happens[self.marks_turn.val() + counter].next =
                self.happened[self.marks_first.val() + counter].val();
        }
        for counter in 0..self.malformed.val() {
            self.happens[self.malformed_turn.val() + counter].next =
                self.happened[self.malformed_first.val() + counter].val();
        }
        for counter in 0..self.ignored.val() {
            self.happens[self.ignored_turn.val() + counter].next =
                self.happened[self.ignored_first.val() + counter].val();
        }
        for turn_of in 0..self.turns.val() {
            self.latest[turn_of].next = self.happens[turn_of].val();
            if self.turn.val() == turn_of {
                self.pending[turn_of].next = 0.into();
            } else if self.latest[turn_of].val() {
                self.pending[turn_of].next = self.pending[turn_of].val() + 1;
            }
        }
        self.turn.next = self.turn.val() + 1;
        if self.turn.val() == self.last.val() {
            self.went_round.next = true;
        }

        comment!("The memory is undefined in the first slot of a counter.");
        if self.went_round.val() {
            self.counted.next = self.totals.read_data.val();
        } else {
            self.counted.next = 0.into();
        }
        self.since.next = self.pending[self.turn.val().index()].val();
        if self.latest[self.turn.val().index()].val() {
            self.since.next = self.pending[self.turn.val().index()].val() + 1;
        }
        self.turn_before.next = self.turn.val();
        self.sum.next = self.counted.val() + self.since.val();
        self.totals.write.next = true;

        self.there.next = self.asked.val() == self.turn_before.val();
        self.word.next = 0.into();
        if self.is_counter.val() {
            self.word.next = self.sum.val();
        }
    }
}
