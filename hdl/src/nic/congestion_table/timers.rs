//! The timers of the service levels.

use super::highest::HighestLevels;
use super::sizes::min_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, SL_BITS, TIMER_BITS};
use tailback_spec::nic::Nic;

/// Bits of the time at which a timer is due: earlier can be told from later by any timer.
const DUE_BITS: usize = TIMER_BITS + 1;

block! {
    /// Counts how often the timer of each service level (SL) has expired.
    ///
    /// The timers have their turn one after the other, each in one of 16 cycles. One that has it is
    /// read in the first cycle, looked at in the second, and written in the third.
    pub struct LevelTimers(nic: &Nic) as "tailback_cct_timers" {
        /// A difference in time from here on is negative.
        count negative = 1 << (DUE_BITS - 1);

        /// What is kept is being cleared.
        input clearing;
        /// Of which SL.
        input clear_sl[SL_BITS];
        /// Ticks since reset, as far as a timer needs them.
        input now[DUE_BITS];
        /// CCTI_Timer of the SL that has its turn.
        input timer[TIMER_BITS];
        /// Its CCTI_Min.
        input min[min_bits(nic)];
        /// A BECN has given a level.
        input raise;
        /// On this SL.
        input raise_sl[SL_BITS];
        /// The number of the expiry at which it will be 0.
        input raise_to[expiry_bits(nic)];
        /// The SL of a BECN.
        input becn_sl[SL_BITS];
        /// The SL of a look-up.
        input look_up_sl[SL_BITS];

        /// The SL that has its turn.
        output turn_sl[SL_BITS];
        /// Expiries of the SL of the BECN, before one in this cycle; modulo their number.
        output becn_expiries[expiry_bits(nic)];
        /// Expiries of the SL of the look-up.
        output look_up_expiries[expiry_bits(nic)];

        /// How long it is since the timer was due.
        local since_due[DUE_BITS];
        /// From when the timer runs.
        local base[DUE_BITS];
        /// The timer expires.
        local expires;
        /// What the memories are written.
        local write_sl[SL_BITS];
        /// Expiries are written.
        local write_expiries;
        /// How many.
        local new_expiries[expiry_bits(nic)];
        /// The timer runs from now on.
        local new_runs;

        /// The SL that has its turn.
        reg turn[SL_BITS];
        /// Second cycle: the SL;
        reg seen_sl[SL_BITS];
        /// how often its timer has expired;
        reg seen_expiries[expiry_bits(nic)];
        /// its highest level;
        reg seen_highest[expiry_bits(nic)];
        /// its CCTI_Timer;
        reg seen_timer[TIMER_BITS];
        /// its CCTI_Min;
        reg seen_min[min_bits(nic)];
        /// when the timer is due;
        reg seen_due[DUE_BITS];
        /// and whether it runs.
        reg seen_runs;
        /// Third cycle: the SL;
        reg judged_sl[SL_BITS];
        /// how often its timer will have expired, if it expires;
        reg judged_expiries[expiry_bits(nic)];
        /// its timer is to run;
        reg judged_runs;
        /// it has run up to now;
        reg judged_ran;
        /// it is due;
        reg judged_late;
        /// it is not needed any longer when it has expired;
        reg judged_last;
        /// and when it is due next.
        reg judged_due[DUE_BITS];
        /// The highest levels.
        sub highest: HighestLevels = HighestLevels::new(nic);
        /// Expiries, for the timers,
        lut_memory(Nic::SERVICE_LEVELS) expiries[expiry_bits(nic)];
        /// for BECNs,
        lut_memory(Nic::SERVICE_LEVELS) expiries_of_becn[expiry_bits(nic)];
        /// and for look-ups.
        lut_memory(Nic::SERVICE_LEVELS) expiries_of_look_up[expiry_bits(nic)];
        /// When timers are due,
        lut_memory(Nic::SERVICE_LEVELS) due[DUE_BITS];
        /// and which run.
        lut_memory(Nic::SERVICE_LEVELS) runs;
    }
}

impl Logic for LevelTimers {
    #[hdl_gen]
    fn update(&mut self) {
        self.turn.next = self.turn.val() + 1;
        self.turn_sl.next = self.turn.val();
        self.highest.clearing.next = self.clearing.val();
        self.highest.clear_sl.next = self.clear_sl.val();
        self.highest.raise.next = self.raise.val();
        self.highest.raise_sl.next = self.raise_sl.val();
        self.highest.raise_to.next = self.raise_to.val();
        self.highest.sl.next = self.turn.val();
        self.seen_sl.next = self.turn.val();
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
        self.expiries.write.next = self.write_expiries.val();
        self.expiries.write_address.next = self.write_sl.val();
        self.expiries.write_data.next = self.new_expiries.val();
        self.expiries.read_address.next = self.turn.val();
        self.expiries_of_becn.write.next = self.write_expiries.val();
        self.expiries_of_becn.write_address.next = self.write_sl.val();
        self.expiries_of_becn.write_data.next = self.new_expiries.val();
        self.expiries_of_becn.read_address.next = self.becn_sl.val();
        self.becn_expiries.next = self.expiries_of_becn.read_data.val();
        self.expiries_of_look_up.write.next = self.write_expiries.val();
        self.expiries_of_look_up.write_address.next = self.write_sl.val();
        self.expiries_of_look_up.write_data.next = self.new_expiries.val();
        self.expiries_of_look_up.read_address.next = self.look_up_sl.val();
        self.look_up_expiries.next = self.expiries_of_look_up.read_data.val();
        comment!("One that runs and is not late stays as it is.");
        self.due.write.next = !self.judged_ran.val() || self.judged_late.val();
        self.due.write_address.next = self.write_sl.val();
        self.due.write_data.next = self.judged_due.val();
        self.due.read_address.next = self.turn.val();
        self.runs.write.next = true;
        self.runs.write_address.next = self.write_sl.val();
        self.runs.write_data.next = self.new_runs.val();
        self.runs.read_address.next = self.turn.val();
    }
}
