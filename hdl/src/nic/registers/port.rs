//! The counters of the port.

use super::layout::{TURN_BITS, WORD};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::registers::{COUNTERS, COUNTER_GROUPS, TURNS};
use tailback_spec::registers::WORD_BYTES;

/// The turn of the first counter of a group.
fn first_turn(group: usize) -> usize {
    let [(all, _), ..] = COUNTER_GROUPS;
    ((COUNTER_GROUPS[group].0 - all) / WORD_BYTES) as usize
}

/// The first counter of a group.
fn first_counter(group: usize) -> usize {
    COUNTER_GROUPS[..group].iter().map(|(_, counters)| counters).sum()
}

/// Bits of how often something has happened since its last turn.
const PENDING_BITS: usize = TURN_BITS + 1;

block! {
    /// Counts what happens to the port, modulo 2^32.
    ///
    /// The counts are in a memory. What happens waits in a small register for each counter until it
    /// has its turn, and is then added.
    pub struct NicCounters() as "tailback_nic_counters" {
        /// Turns.
        count turns = TURNS;
        /// The last turn.
        count last = TURNS - 1;
        /// Counters of traffic, the first ones.
        count traffic = COUNTER_GROUPS[0].1;
        /// Of marks: how many, the turn of the first, and its number.
        count marks = COUNTER_GROUPS[1].1;
        /// Likewise.
        count marks_turn = first_turn(1);
        /// Likewise.
        count marks_first = first_counter(1);
        /// Of what is malformed.
        count malformed = COUNTER_GROUPS[2].1;
        /// Likewise.
        count malformed_turn = first_turn(2);
        /// Likewise.
        count malformed_first = first_counter(2);
        /// Of what is ignored.
        count ignored = COUNTER_GROUPS[3].1;
        /// Likewise.
        count ignored_turn = first_turn(3);
        /// Likewise.
        count ignored_first = first_counter(3);

        /// What is counted.
        input(COUNTERS) happened;
        /// The turn of the counter that is read.
        input asked[TURN_BITS];
        /// It is a counter.
        input is_counter;

        /// It was its turn in the cycle before.
        output there;
        /// What the counter holds whose turn it was; 0 if it is not one that is read.
        output word[WORD];

        /// How often it happens in this cycle, by turns.
        local(TURNS) happens[PENDING_BITS];
        /// What has been counted.
        local sum[WORD];
        /// How often it has happened since the turn before.
        reg(TURNS) pending[PENDING_BITS];
        /// Whose turn it is.
        reg turn[TURN_BITS];
        /// Each had a turn after reset.
        reg went_round;
        /// Of the cycle before: whose turn it was,
        reg turn_before[TURN_BITS];
        /// what had been counted up to the turn before,
        reg counted[WORD];
        /// and how often it had happened since.
        reg since[PENDING_BITS];
        /// What has been counted up to the turn before.
        lut_memory(TURNS) totals[WORD];
    }
}

impl Logic for NicCounters {
    #[hdl_gen]
    fn update(&mut self) {
        for turn_of in 0..self.turns.val() {
            self.happens[turn_of].next = 0.into();
        }
        for counter in 0..self.traffic.val() {
            if self.happened[counter].val() {
                self.happens[counter].next = 1.into();
            }
        }
        for counter in 0..self.marks.val() {
            if self.happened[self.marks_first.val() + counter].val() {
                self.happens[self.marks_turn.val() + counter].next = 1.into();
            }
        }
        for counter in 0..self.malformed.val() {
            if self.happened[self.malformed_first.val() + counter].val() {
                self.happens[self.malformed_turn.val() + counter].next = 1.into();
            }
        }
        for counter in 0..self.ignored.val() {
            if self.happened[self.ignored_first.val() + counter].val() {
                self.happens[self.ignored_turn.val() + counter].next = 1.into();
            }
        }
        for turn_of in 0..self.turns.val() {
            if self.turn.val() == turn_of {
                self.pending[turn_of].next = self.happens[turn_of].val();
            } else {
                self.pending[turn_of].next =
                    self.pending[turn_of].val() + self.happens[turn_of].val();
            }
        }
        self.turn.next = self.turn.val() + 1;
        if self.turn.val() == self.last.val() {
            self.went_round.next = true;
        }

        comment!("In its first turn, what the memory holds is unknown.");
        if self.went_round.val() {
            self.counted.next = self.totals.read_data.val();
        } else {
            self.counted.next = 0.into();
        }
        self.since.next = self.pending[self.turn.val().index()].val();
        self.turn_before.next = self.turn.val();
        self.sum.next = self.counted.val() + self.since.val();
        self.totals.read_address.next = self.turn.val();
        self.totals.write.next = true;
        self.totals.write_address.next = self.turn_before.val();
        self.totals.write_data.next = self.sum.val();

        self.there.next = self.asked.val() == self.turn_before.val();
        self.word.next = 0.into();
        if self.is_counter.val() {
            self.word.next = self.sum.val();
        }
    }
}
