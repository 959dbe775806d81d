//! Response functions LIPD, FIMD and AIMD (INFOCOM'03 §V): a flow's rate, as set by ACKs.
//!
//! A flow has one of [`RATES`] rates, R_max / (1 + `ipd`), where `ipd` is its inter-packet delay in
//! packet times, from 0 (R_max) to 255 (R_min). The smaller steps that the paper's f_inc makes at
//! an unmarked ACK are accumulated in its `progress`, until they make a whole step. With the row of
//! [`Table`] for its `ipd`, an ACK changes them to
//!
//! ```text
//! earned    = progress + gain
//!
//! unmarked, earned >= goal:  ipd' = after    progress' = earned - goal
//! unmarked, else:            ipd' = ipd      progress' = earned
//! marked:                    ipd' = marked   progress' = progress  with LIPD
//!                                            progress' = 0         with FIMD and AIMD
//! ```
//!
//! A NIC with [`AfterIdle::Reset`](super::AfterIdle::Reset) resets the rate of a flow that had no
//! packet to send: `ipd' = progress' = 0`.
//!
//! # Cycle by cycle
//!
//! ```text
//! resets    = look_up and look_up_fresh           with AfterIdle::Reset; else never
//! ack_ready = not sweeping and not resets
//! ```
//!
//! * An ACK is *accepted* in a cycle with `ack` and `ack_ready`; one can be accepted in each cycle,
//!   even if all are for the same flow. It acts on the results of the ones before it.
//! * A look-up with `resets` resets its flow. It takes precedence over an ACK, which waits.
//! * A look-up of cycle *t* gives its result in cycle *t* + 2. The result includes all that was
//!   accepted in cycle *t* - 3 and before, and its own reset. In a cycle without a result, `ipd` is
//!   0.
//! * An event accepted in cycle *t* is reported in cycle *t* + 4: an ACK if the `ipd` has changed,
//!   a reset always. `changed_flow` and `changed_ipd` are 0 if nothing is reported.
//! * After reset, `sweeping` lasts for as many cycles as there are flows. Each flow has `ipd` 0 and
//!   no progress; look-ups give 0, and reset nothing.
//! * Flows whose number is not below [`Nic::flows`](super::Nic::flows) do not exist: their ACKs are
//!   accepted without effect, and their look-ups give 0.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `ack` | 1 | an ACK has been received |
//! | in `ack_flow` | [`Nic::flow_bits`](super::Nic::flow_bits) | flow of the ACK |
//! | in `ack_marked` | 1 | the ACK is marked |
//! | out `ack_ready` | 1 | the ACK is accepted |
//! | in `look_up` | 1 | the rate of a flow is requested |
//! | in `look_up_flow` | `flow_bits` | that flow |
//! | in `look_up_fresh` | 1 | the flow had had no packet to send |
//! | out `ipd` | 8 | result of the look-up two cycles before |
//! | out `changed` | 1 | the rate of a flow has changed |
//! | out `changed_flow` | `flow_bits` | that flow |
//! | out `changed_ipd` | 8 | new `ipd` of that flow |
//!
//! Module: `tailback_response`.

mod law;
#[cfg(test)]
mod tests;

pub use super::rate_limiter::IPD_BITS;

use super::Response;
use law::{Aimd, Fimd, Law};
use std::sync::LazyLock;

/// Rates of a flow. R_min is R_max / 256, the lowest with an inter-packet delay of 8 bits
/// (INFOCOM'03 §VI-B).
pub const RATES: usize = 1 << IPD_BITS;
/// Recovery time of Condition 3 in packet times: the interval of packets at R_min.
pub const RECOVERY_TIME: u32 = RATES as u32;
/// Cycles from an event to the first look-up that sees it.
pub const SEEN_CYCLES: usize = 3;

/// Effect of ACKs at one inter-packet delay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Row {
    /// Progress added by an unmarked ACK.
    pub gain: u32,
    /// Progress at which the rate is increased.
    pub goal: u32,
    /// Inter-packet delay after that increase.
    pub after: u8,
    /// Inter-packet delay after a marked ACK.
    pub marked: u8,
}

/// A response function for discrete rates.
///
/// The exact law gives the time without marks from any rate to R_max: 256 (d - 1) packet times for
/// LIPD, 256 log2(d) for FIMD and 65536 (1 - 1/d) for AIMD, where d = 1 + `ipd`, and ACKs are
/// received at intervals of d. (LIPD and FIMD follow from Condition 3; AIMD has the slope R_min /
/// T_rec, so that it doubles R_min with the first ACK as they do.)
///
/// * **LIPD** counts packet times: an ACK is worth the interval before it, and the step to the next
///   rate costs the recovery time. The remainder is kept, and so is the progress at a mark, which
///   is a step back by the same recovery time. No error accumulates: each increase occurs with the
///   first ACK at or after its exact time, from any rate to R_max.
/// * **FIMD and AIMD** count ACKs. Where one ACK is worth a step or more, it leads to one of the
///   two discrete rates next to the paper's f_inc; where it is worth less, a number of ACKs make a
///   step to the next rate. The table has the number with which the *whole* time from here to
///   R_max, by all rows that follow, is nearest to the exact one. Of the two rates, it has the one
///   with the even d, which saves logic, if with it the whole time is right to an eighth of the
///   interval; else the one with the nearest time. So no error accumulates: from whatever rate a
///   flow recovers, the time differs by at most half of its interval from the exact one, and by at
///   most 17 packet times for FIMD, and 30 for AIMD. A mark halves the discrete rate; the ACKs that
///   have been counted are discarded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    rows: Vec<Row>,
    keeps_progress: bool,
}

impl Table {
    /// Table of a response function. A flow that follows a congestion control table has none, and
    /// gets that of LIPD.
    ///
    /// ```
    /// use tailback_spec::nic::{response::Table, Response};
    /// let row = Table::of(Response::Aimd).row(1);
    /// // Half of the highest rate: 16,384 ACKs until the highest one.
    /// assert_eq!((row.goal, row.after, row.marked), (16_384, 0, 3));
    /// ```
    pub fn of(response: Response) -> &'static Table {
        static LIPD: LazyLock<Table> = LazyLock::new(Table::lipd);
        static FIMD: LazyLock<Table> = LazyLock::new(|| Table::multiplicative(&Fimd::new()));
        static AIMD: LazyLock<Table> = LazyLock::new(|| Table::multiplicative(&Aimd));
        match response {
            Response::Lipd | Response::Cct => &LIPD,
            Response::Fimd => &FIMD,
            Response::Aimd => &AIMD,
        }
    }

    /// Effect of ACKs at an inter-packet delay.
    pub fn row(&self, ipd: u8) -> Row {
        self.rows[usize::from(ipd)]
    }

    /// Rows, from `ipd` 0.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether a mark leaves the progress as it is; otherwise it clears it.
    pub fn keeps_progress(&self) -> bool {
        self.keeps_progress
    }

    /// Largest goal.
    pub fn longest(&self) -> u32 {
        self.rows.iter().map(|row| row.goal).max().unwrap_or_default()
    }

    fn lipd() -> Self {
        let row = |ipd: u8| Row {
            gain: if ipd == 0 { 0 } else { 1 + u32::from(ipd) },
            goal: RECOVERY_TIME,
            after: ipd.saturating_sub(1),
            marked: ipd.saturating_add(1),
        };
        Table { rows: (0..=u8::MAX).map(row).collect(), keeps_progress: true }
    }

    /// Table of a law whose rate is halved by a mark.
    fn multiplicative(law: &impl Law) -> Self {
        let mut rows = Vec::with_capacity(RATES);
        // Packet times from each delay to R_max, by the rows that there are.
        let mut left: Vec<u64> = vec![0, 0];
        rows.push(Row { gain: 1, goal: 1, after: 0, marked: 1 });
        for delay in 2..=RATES as u64 {
            let twice = law.twice_time_left(delay);
            let below = left[delay as usize - 1];
            let next = law.increased(delay);
            let (goal, to) = if next.is_less_than_a_step(delay) {
                // Missing time in intervals, rounded to the nearest, halves down.
                let missing = twice.saturating_sub(2 * below + delay);
                (missing.div_ceil(2 * delay).max(1), delay - 1)
            } else {
                let error = |to: u64| (2 * (delay + left[to as usize])).abs_diff(twice);
                let even = |to: &u64| to.is_multiple_of(2) && error(*to) <= delay / 4;
                let [fast, slow] = next.neighbours();
                let nearest = if error(fast) <= error(slow) { fast } else { slow };
                (1, [fast, slow].into_iter().find(even).unwrap_or(nearest))
            };
            left.push(goal * delay + left[to as usize]);
            rows.push(Row {
                gain: 1,
                goal: goal as u32,
                after: (to - 1) as u8,
                marked: (2 * delay).min(RATES as u64).wrapping_sub(1) as u8,
            });
        }
        Table { rows, keeps_progress: false }
    }
}
