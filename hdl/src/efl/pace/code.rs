//! The interval of a packet as the rate limiter takes it.

use super::{CARRY_BITS, INTERVAL_BITS};
use crate::prelude::*;
use tailback_spec::efl::pace::WORD_BITS;
use tailback_spec::nic::response::IPD_BITS;

block! {
    /// Expresses an interval as words and an inter-packet delay (IPD): `words * (ipd + 1)` cycles.
    ///
    /// From 4096 cycles on, the lowest bits are dropped. An interval has at least one cycle, and
    /// less than 2^20.
    pub struct LimiterCode() as "tailback_efl_pace_code" {
        /// Bits of a number of words.
        count word_bits = WORD_BITS as usize;
        /// Shifts of an interval.
        count shifts = IPD_BITS;
        /// Bit of a number of cycles that exceeds the highest interval.
        count over = INTERVAL_BITS - CARRY_BITS;

        /// Interval and carry in whole cycles.
        input cycles[INTERVAL_BITS + 1 - CARRY_BITS];
        /// The interval is the highest one, whatever `cycles` is.
        input exceeds;
        /// An interval has been computed since reset; without one, `words` is 0.
        input valid;
        /// Words, or 2^n cycles each.
        output words[WORD_BITS as usize];
        /// Inter-packet delay: 2^n - 1.
        output ipd[IPD_BITS];

        /// The interval is the highest one.
        local most;
        /// Bits of the cycles that do not fit into the words.
        local high[INTERVAL_BITS + 1 - CARRY_BITS];
        /// The cycles, shifted.
        local shifted[WORD_BITS as usize];
        /// These bits from the current one on.
        local from_bit[INTERVAL_BITS + 1 - CARRY_BITS];
    }
}

impl Logic for LimiterCode {
    #[hdl_gen]
    fn update(&mut self) {
        self.most.next = self.exceeds.val() || self.cycles.val().get_bit(self.over.val());
        self.high.next = self.cycles.val() >> self.word_bits.val();
        for at in 0..self.shifts.val() {
            self.from_bit.next = self.high.val() >> at;
            self.ipd.next =
                self.ipd.val().replace_bit(at, self.most.val() || self.from_bit.val().any());
        }
        self.words.next = 0.into();
        if !self.ipd.val().get_bit(0) {
            self.words.next = self.cycles.val() >> 0;
        }
        for at in 0..7 {
            for to in 0..self.word_bits.val() {
                self.shifted.next =
                    self.shifted.val().replace_bit(to, self.cycles.val().get_bit(at + to + 1));
            }
            if self.ipd.val().get_bit(at) && !self.ipd.val().get_bit(at + 1) {
                self.words.next = self.words.val() | self.shifted.val();
            }
        }
        for to in 0..self.word_bits.val() {
            self.shifted.next =
                self.shifted.val().replace_bit(to, self.cycles.val().get_bit(to + 8));
        }
        if self.ipd.val().get_bit(7) {
            self.words.next = self.words.val() | self.shifted.val();
        }
        if self.most.val() {
            self.words.next = 0.into();
            self.words.next = !self.words.val();
        } else if self.valid.val() && !self.cycles.val().any() {
            self.words.next = 1.into();
        }
    }
}
