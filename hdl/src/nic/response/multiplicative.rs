//! The effect of an ACK with FIMD and AIMD.

use crate::prelude::*;
use crate::Bits;
use tailback_spec::nic::response::{Row, Table, IPD_BITS, RATES};
use tailback_spec::parameter::bits_for;

/// Bits of the IPD after a step to a higher rate: it is below 128.
const AFTER_BITS: usize = IPD_BITS - 1;
/// Number of IPDs that have the same upper half.
const PART: usize = 1 << (IPD_BITS / 2);
/// Bits of the lowest IPDs; at any other one, a single ACK is a step.
const SLOW_BITS: usize = 6;
/// Number of the lowest IPDs.
const SLOW_ROWS: usize = 1 << SLOW_BITS;

/// ACKs that are left after the first one, without the one that makes the step.
fn left(row: &Row) -> u32 {
    row.goal.saturating_sub(2)
}

/// Bits of a number of ACKs that are left.
fn left_bits(table: &Table) -> usize {
    bits_for(table.rows().iter().map(left).max().unwrap_or_default())
}

/// Bits of a flow's progress: ACKs that are left, and whether none has been counted.
pub fn progress_bits(table: &Table) -> usize {
    left_bits(table) + 1
}

/// The lowest bits of a number of each row, bit by bit: from bit 0, a bit for each row.
fn columns(rows: &[Row], bits: usize, of: impl Fn(&Row) -> u32) -> Bits {
    let mut all = Bits::new(rows.len() * bits, 0);
    for bit in 0..bits {
        for (ipd, row) in rows.iter().enumerate() {
            all = all.replace_bit(bit * rows.len() + ipd, of(row) >> bit & 1 == 1);
        }
    }
    all
}

block! {
    /// Computes the state of a flow after an ACK, by a table in which one or more ACKs make a step
    /// to a higher rate; a marked ACK halves the rate.
    ///
    /// The progress is the number of ACKs that are left before the step, without the one that makes
    /// it. It is looked up only at the first ACK of a rate; the highest bit of the progress is high
    /// before that ACK.
    pub struct MultiplicativeStep(table: &Table) as "tailback_response_multiplicative" {
        /// Bits of an IPD.
        count ipd_bits = IPD_BITS;
        /// IPD of the lowest rate.
        count lowest = RATES - 1;
        /// Bits of the IPD after a step to a higher rate.
        count after_bits = AFTER_BITS;
        /// Bits of the lowest IPDs.
        count slow_bits = SLOW_BITS;
        /// Bits of the lower half of an IPD.
        count part_bits = IPD_BITS / 2;
        /// Bits of a number of ACKs that are left.
        count left_bits = left_bits(table);
        /// IPD after a step, bit by bit: from bit 0, one bit for each IPD.
        param afters[AFTER_BITS * RATES] = columns(table.rows(), AFTER_BITS, |row| row.after.into());
        /// ACKs that are left after the first one, bit by bit: from bit 0, one bit for each lowest
        /// IPD.
        param lefts[left_bits(table) * SLOW_ROWS] =
            columns(&table.rows()[..SLOW_ROWS], left_bits(table), left);
        /// One bit for each of the lowest IPDs: a single ACK makes a step, as it does at all
        /// others.
        param singles[SLOW_ROWS] =
            columns(&table.rows()[..SLOW_ROWS], 1, |row| u32::from(row.goal == 1));

        /// The next ACK is marked.
        input marked;
        /// The state for the next ACK is `new_state`; `state` is 0.
        input again;
        /// State for the next ACK: the IPD in the lowest bits, and the progress; 0 with `again`.
        input state[IPD_BITS + progress_bits(table)];
        /// New IPD of the current ACK's flow.
        output new_ipd[IPD_BITS];
        /// New state of the current ACK's flow.
        output new_state[IPD_BITS + progress_bits(table)];
        /// The new IPD differs from the old one.
        output changes;

        /// Value of `afters`.
        local all_afters[AFTER_BITS * RATES];
        /// Value of `lefts`.
        local all_lefts[left_bits(table) * SLOW_ROWS];
        /// Value of `singles`.
        local all_singles[SLOW_ROWS];
        /// One bit of the IPD after a step, for each IPD.
        local(AFTER_BITS) after_column[RATES];
        /// One bit of the IPD after a step, from the IPD in `part_start` on.
        local(AFTER_BITS) after_rest[RATES];
        /// One bit of the IPD after a step, for the IPDs with the current upper half.
        local(AFTER_BITS) after_part[PART];
        /// First IPD with the upper half of the current one.
        local part_start[IPD_BITS];
        /// Lower half of the current IPD.
        local in_part[IPD_BITS / 2];
        /// One bit of the ACKs that are left, for each of the lowest IPDs.
        local(left_bits(table)) left_column[SLOW_ROWS];
        /// Current IPD, if it is one of the lowest.
        local slow_ipd[SLOW_BITS];
        /// Upper bits of the current IPD: 0 if it is one of the lowest.
        local fast_bits[IPD_BITS - SLOW_BITS];
        /// IPD after a step from the current one.
        local after[IPD_BITS];
        /// ACKs that are left after the first one at the current IPD.
        local left_after_first[left_bits(table)];
        /// Current IPD.
        local ipd[IPD_BITS];
        /// Current progress.
        local progress[progress_bits(table)];
        /// New progress.
        local new_progress[progress_bits(table)];
        /// ACKs that are left after the current one, before the step.
        local left[left_bits(table)];
        /// The current ACK is the first one at its rate.
        local first;
        /// The current ACK makes a step to a higher rate, unless it is marked.
        local due;
        /// The current ACK makes a step to a higher rate.
        local faster;
        /// The current ACK is marked.
        reg is_marked;
        /// State of the current ACK's flow.
        reg state_reg[IPD_BITS + progress_bits(table)];
    }
}

impl Logic for MultiplicativeStep {
    #[hdl_gen]
    fn update(&mut self) {
        self.ipd.next = self.state_reg.val() >> 0;
        self.progress.next = self.state_reg.val() >> self.ipd_bits.val();
        self.in_part.next = self.ipd.val() >> 0;
        self.part_start.next = (self.ipd.val() >> self.part_bits.val()) << self.part_bits.val();
        self.all_afters.next = self.afters.val();
        self.all_lefts.next = self.lefts.val();
        self.all_singles.next = self.singles.val();
        for at in 0..self.after_bits.val() {
            self.after_column[at].next = self.all_afters.val().get_bits::<256>(256 * at);
            self.after_rest[at].next = self.after_column[at].val() >> self.part_start.val();
            self.after_part[at].next = self.after_rest[at].val() >> 0;
            self.after.next = self
                .after
                .val()
                .replace_bit(at, self.after_part[at].val().get_bit(self.in_part.val().index()));
        }
        self.after.next = self.after.val().replace_bit(self.after_bits.val(), false);
        self.slow_ipd.next = self.ipd.val() >> 0;
        self.fast_bits.next = self.ipd.val() >> self.slow_bits.val();
        for at in 0..self.left_bits.val() {
            self.left_column[at].next = self.all_lefts.val().get_bits::<64>(64 * at);
            self.left_after_first.next = self
                .left_after_first
                .val()
                .replace_bit(at, self.left_column[at].val().get_bit(self.slow_ipd.val().index()));
        }

        self.left.next = self.progress.val() >> 0;
        self.first.next = self.progress.val().get_bit(self.left_bits.val());
        self.due.next = self.left.val() == 0;
        self.left.next = self.left.val() - 1;
        if self.first.val() {
            self.due.next = self.fast_bits.val() != 0
                || self.all_singles.val().get_bit(self.slow_ipd.val().index());
            self.left.next = self.left_after_first.val();
        }
        self.faster.next = self.due.val() && !self.is_marked.val();

        self.new_ipd.next = self.ipd.val();
        if self.due.val() {
            self.new_ipd.next = self.after.val();
        }
        if self.is_marked.val() {
            self.new_ipd.next = (self.ipd.val() << 1) | 1;
            if self.ipd.val().get_bit(self.after_bits.val()) {
                self.new_ipd.next = self.lowest.val().into();
            }
        }
        comment!("The number of ACKs left is ignored before the first ACK of a rate.");
        self.new_progress.next = self.left.val();
        self.new_progress.next = self
            .new_progress
            .val()
            .replace_bit(self.left_bits.val(), self.due.val() || self.is_marked.val());
        self.changes.next = (self.faster.val() && self.ipd.val() != 0)
            || (self.is_marked.val() && self.ipd.val() != self.lowest.val());

        self.new_state.next = self.new_progress.val();
        self.new_state.next = (self.new_state.val() << self.ipd_bits.val()) | self.new_ipd.val();
        self.is_marked.next = self.marked.val();
        self.state_reg.next = self.state.val();
        if self.again.val() {
            self.state_reg.next = self.state.val() | self.new_state.val();
        }
    }
}
