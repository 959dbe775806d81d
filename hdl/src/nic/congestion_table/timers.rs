//! The timers of the service levels.

use super::highest::HighestLevels;
use super::sizes::min_bits;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, SL_BITS, TIMER_BITS};
use tailback_spec::nic::Nic;

/// Bits of the time at which a timer is due: earlier differs from later for any timer.
const DUE_BITS: usize = TIMER_BITS + 1;

block! {
    /// Counts the expiries of the timer of each service level (SL).
    ///
    /// Each timer has a slot of one cycle in every 16. It is read in that cycle, examined in the
    /// second, and written in the third.
    pub struct LevelTimers(nic: &Nic) as "tailback_cct_timers" {
        /// Half the range of a time: a difference from here on is negative.
        count negative = 1 << (DUE_BITS - 1);

        /// High while the memories are cleared after reset.
        input clearing;
        /// SL that is cleared.
        input clear_sl[SL_BITS];
        /// Ticks since reset, in as many bits as a timer needs.
        input now[DUE_BITS];
        /// CCTI_Timer of `turn_sl`, in ticks.
        input timer[TIMER_BITS];
        /// CCTI_Min of `turn_sl`.
        input min[min_bits(nic)];
        /// A BECN has set a level.
        input raise;
        /// SL of the BECN that has set a level.
        input raise_sl[SL_BITS];
        /// Number of the expiry at which the level set by the BECN is 0.
        input raise_to[expiry_bits(nic)];
        /// SL of the BECN whose expiries are read.
        input becn_sl[SL_BITS];
        /// SL of the look-up whose expiries are read.
        input look_up_sl[SL_BITS];

        /// SL whose timer has its slot.
        output_reg turn_sl[SL_BITS];
        /// Expiries of `becn_sl` before this cycle, modulo 2^width.
        output becn_expiries[expiry_bits(nic)];
        /// Expiries of `look_up_sl` before this cycle, modulo 2^width.
        output look_up_expiries[expiry_bits(nic)];

        /// Ticks since the timer was due; negative if it is not due yet.
        local since_due[DUE_BITS];
        /// Time from which the timer runs: when it was due last, or now if it did not run.
        local base[DUE_BITS];
        /// The timer expires.
        local expires;
        /// Write address of the memories (SL).
        local write_sl[SL_BITS];
        /// Expiries memory write enable.
        local write_expiries;
        /// Expiries memory write data.
        local new_expiries[expiry_bits(nic)];
        /// The timer runs from now on.
        local new_runs;

        /// SL of the timer in its second cycle.
        reg seen_sl[SL_BITS];
        /// Expiries of the timer in its second cycle.
        reg seen_expiries[expiry_bits(nic)];
        /// Highest level of the SL of the timer in its second cycle.
        reg seen_highest[expiry_bits(nic)];
        /// CCTI_Timer of the timer in its second cycle, in ticks.
        reg seen_timer[TIMER_BITS];
        /// CCTI_Min of the SL of the timer in its second cycle.
        reg seen_min[min_bits(nic)];
        /// Time at which the timer in its second cycle is due, in ticks.
        reg seen_due[DUE_BITS];
        /// The timer in its second cycle has run up to now.
        reg seen_runs;
        /// SL of the timer in its third cycle.
        reg judged_sl[SL_BITS];
        /// Expiries of the timer in its third cycle, if it expires now.
        reg judged_expiries[expiry_bits(nic)];
        /// The timer in its third cycle is to run.
        reg judged_runs;
        /// The timer in its third cycle has run up to now.
        reg judged_ran;
        /// The timer in its third cycle is due.
        reg judged_late;
        /// The timer in its third cycle stops if it expires now.
        reg judged_last;
        /// Time at which the timer in its third cycle is due next, in ticks.
        reg judged_due[DUE_BITS];
        /// Highest level of each SL.
        sub highest: HighestLevels = HighestLevels::new(nic);
        /// Expiries of each SL, read for the timers.
        lut_memory(Nic::SERVICE_LEVELS) expiries[expiry_bits(nic)];
        /// Expiries of each SL, read for BECNs.
        lut_memory(Nic::SERVICE_LEVELS) expiries_of_becn[expiry_bits(nic)];
        /// Expiries of each SL, read for look-ups.
        lut_memory(Nic::SERVICE_LEVELS) expiries_of_look_up[expiry_bits(nic)];
        /// Time at which the timer of each SL is due, in ticks.
        lut_memory(Nic::SERVICE_LEVELS) due[DUE_BITS];
        /// One bit per SL: the timer runs.
        lut_memory(Nic::SERVICE_LEVELS) runs;
    }
    connect {
        highest: clearing, clear_sl, raise, raise_sl, raise_to, sl = turn_sl;
        expiries: write = write_expiries, write_address = write_sl, write_data = new_expiries,
            read_address = turn_sl;
        expiries_of_becn: write = write_expiries, write_address = write_sl,
            write_data = new_expiries, read_address = becn_sl, read_data = becn_expiries;
        expiries_of_look_up: write = write_expiries, write_address = write_sl,
            write_data = new_expiries, read_address = look_up_sl, read_data = look_up_expiries;
        due: write_address = write_sl, write_data = judged_due, read_address = turn_sl;
        runs: write_address = write_sl, write_data = new_runs, read_address = turn_sl;
    }
}

impl Logic for LevelTimers {
    #[hdl_gen]
    fn update(&mut self) {
        self.turn_sl.next = self.turn_sl.val() + 1;
        self.seen_sl.next = self.turn_sl.val();
        self.seen_expiries.next = self.expiries.read_data.val();
        self.seen_highest.next = self.highest.zero_at.val() - self.expiries.read_data.val();
        self.seen_timer.next = self.timer.val();
        self.seen_min.next = self.min.val();
        self.seen_due.next = self.due.read_data.val();
        self.seen_runs.next = self.runs.read_data.val();

        self.since_due.next = self.now.val() - self.seen_due.val();
        self.base.next = self.now.val();
        if self.seen_runs.val() {
            self.base.next = self.seen_due.val();
        }
        self.judged_sl.next = self.seen_sl.val();
        self.judged_expiries.next = self.seen_expiries.val() + 1;
        self.judged_runs.next =
            self.seen_highest.val() > self.seen_min.val() && self.seen_timer.val() != 0;
        self.judged_ran.next = self.seen_runs.val();
        self.judged_late.next = self.since_due.val() < self.negative.val();
        self.judged_last.next = self.seen_highest.val() - self.seen_min.val() == 1;
        self.judged_due.next = self.base.val() + self.seen_timer.val();

        self.expires.next =
            self.judged_runs.val() && self.judged_ran.val() && self.judged_late.val();
        self.write_sl.next = self.judged_sl.val();
        self.write_expiries.next = self.expires.val();
        self.new_expiries.next = self.judged_expiries.val();
        self.new_runs.next =
            self.judged_runs.val() && !(self.expires.val() && self.judged_last.val());
        if self.clearing.val() {
            self.write_sl.next = self.clear_sl.val();
            self.write_expiries.next = true;
            self.new_expiries.next = 0.into();
            self.new_runs.next = false;
        }
        comment!("The due time of a timer that runs and is not due yet stays.");
        self.due.write.next = !self.judged_ran.val() || self.judged_late.val();
        self.runs.write.next = true;
    }
}
