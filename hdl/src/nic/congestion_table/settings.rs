//! The settings of the service levels.

use super::sizes::min_bits;
use crate::interface::{SettingWrite, TableRead};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{
    last_index, shortest_timer, SL_BITS, STEP_BITS, TIMER_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Settings of the service levels (SLs), with a copy for each reader. A read delivers a setting
    /// as it was before a write in the same cycle.
    ///
    /// Settings are 0 after reset. CCTI_Min and CCTI_Timer are limited to what the table and the
    /// timers support, except where they are shown.
    pub struct LevelSettings(nic: &Nic) as "tailback_cct_settings" {
        /// Last index of the table.
        count last = last_index(nic) as usize;
        /// CCTI_Min can exceed the last index of the table.
        choice min_has_limit = last_index(nic) < (1 << STEP_BITS) - 1;
        /// Shortest timer in ticks.
        count shortest = shortest_timer(nic) as usize;

        /// High while settings are cleared after reset.
        input clearing;
        /// SL whose settings are cleared.
        input clear_sl[SL_BITS];
        /// Write to the settings of an SL.
        slave set: SettingWrite();
        /// SL of the BECN whose settings are read.
        input becn_sl[SL_BITS];
        /// SL of the look-up whose settings are read.
        input look_up_sl[SL_BITS];
        /// SL whose timer has its slot.
        input turn_sl[SL_BITS];
        /// Settings, as set, that are shown.
        slave read: TableRead(nic, false) reg { timer, increase, trigger, min };

        /// CCTI_Increase of `becn_sl`.
        output becn_increase[STEP_BITS];
        /// Trigger_Threshold of `becn_sl`.
        output becn_trigger[STEP_BITS];
        /// CCTI_Min of `becn_sl`, but at most the last index of the table.
        output becn_min[min_bits(nic)];
        /// CCTI_Min of `look_up_sl`, but at most the last index of the table.
        output look_up_min[min_bits(nic)];
        /// CCTI_Timer of `turn_sl` in ticks: 0, or at least the shortest timer.
        output turn_timer[TIMER_BITS];
        /// CCTI_Min of `turn_sl`, but at most the last index of the table.
        output turn_min[min_bits(nic)];

        /// Memory write enable.
        local write;
        /// Memory write address (SL).
        local write_sl[SL_BITS];
        /// Memory write data: CCTI_Timer as set, in ticks.
        local new_timer[TIMER_BITS];
        /// Memory write data: CCTI_Timer in ticks, 0 or at least the shortest timer.
        local kept_timer[TIMER_BITS];
        /// Memory write data: CCTI_Increase.
        local new_increase[STEP_BITS];
        /// Memory write data: Trigger_Threshold.
        local new_trigger[STEP_BITS];
        /// Memory write data: CCTI_Min as set.
        local new_min[STEP_BITS];
        /// Memory write data: CCTI_Min, but at most the last index of the table.
        local kept_min[min_bits(nic)];
        /// CCTI_Increase of each SL, read for BECNs.
        lut_memory(Nic::SERVICE_LEVELS) increases_of_becn[STEP_BITS];
        /// Trigger_Threshold of each SL, read for BECNs.
        lut_memory(Nic::SERVICE_LEVELS) triggers_of_becn[STEP_BITS];
        /// CCTI_Min of each SL, read for BECNs.
        lut_memory(Nic::SERVICE_LEVELS) mins_of_becn[min_bits(nic)];
        /// CCTI_Min of each SL, read for look-ups.
        lut_memory(Nic::SERVICE_LEVELS) mins_of_look_up[min_bits(nic)];
        /// CCTI_Timer of each SL, read for the timers.
        lut_memory(Nic::SERVICE_LEVELS) timers_of_turn[TIMER_BITS];
        /// CCTI_Min of each SL, read for the timers.
        lut_memory(Nic::SERVICE_LEVELS) mins_of_turn[min_bits(nic)];
        /// CCTI_Timer of each SL as set, to be shown.
        lut_memory(Nic::SERVICE_LEVELS) timers[TIMER_BITS];
        /// CCTI_Increase of each SL, to be shown.
        lut_memory(Nic::SERVICE_LEVELS) increases[STEP_BITS];
        /// Trigger_Threshold of each SL, to be shown.
        lut_memory(Nic::SERVICE_LEVELS) triggers[STEP_BITS];
        /// CCTI_Min of each SL as set, to be shown.
        lut_memory(Nic::SERVICE_LEVELS) mins[STEP_BITS];
    }
    connect {
        increases_of_becn: write, write_address = write_sl, write_data = new_increase,
            read_address = becn_sl, read_data = becn_increase;
        triggers_of_becn: write, write_address = write_sl, write_data = new_trigger,
            read_address = becn_sl, read_data = becn_trigger;
        mins_of_becn: write, write_address = write_sl, write_data = kept_min,
            read_address = becn_sl, read_data = becn_min;
        mins_of_look_up: write, write_address = write_sl, write_data = kept_min,
            read_address = look_up_sl, read_data = look_up_min;
        timers_of_turn: write, write_address = write_sl, write_data = kept_timer,
            read_address = turn_sl, read_data = turn_timer;
        mins_of_turn: write, write_address = write_sl, write_data = kept_min,
            read_address = turn_sl, read_data = turn_min;
        timers: write, write_address = write_sl, write_data = new_timer, read_address = read.sl;
        increases: write, write_address = write_sl, write_data = new_increase,
            read_address = read.sl;
        triggers: write, write_address = write_sl, write_data = new_trigger, read_address = read.sl;
        mins: write, write_address = write_sl, write_data = new_min, read_address = read.sl;
    }
}

// A `choice` keeps an `if` of its own.
#[allow(clippy::collapsible_if)]
impl Logic for LevelSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.write.next = self.clearing.val() || self.set.valid.val();
        self.write_sl.next = self.set.sl.val();
        self.new_timer.next = self.set.timer.val();
        self.new_increase.next = self.set.increase.val();
        self.new_trigger.next = self.set.trigger.val();
        self.new_min.next = self.set.min.val();
        if self.clearing.val() {
            self.write_sl.next = self.clear_sl.val();
            self.new_timer.next = 0.into();
            self.new_increase.next = 0.into();
            self.new_trigger.next = 0.into();
            self.new_min.next = 0.into();
        }

        self.kept_timer.next = self.new_timer.val();
        if self.new_timer.val() != 0 && self.new_timer.val() < self.shortest.val() {
            self.kept_timer.next = self.shortest.val().into();
        }
        comment!("The lower bits of CCTI_Min suffice, unless it exceeds the last index.");
        self.kept_min.next = self.new_min.val() >> 0;
        if self.min_has_limit.val() {
            if self.new_min.val() > self.last.val() {
                self.kept_min.next = self.last.val().into();
            }
        }

        comment!("Settings that may be unknown are not shown.");
        self.read.timer.next = 0.into();
        self.read.increase.next = 0.into();
        self.read.trigger.next = 0.into();
        self.read.min.next = 0.into();
        if !self.clearing.val() {
            self.read.timer.next = self.timers.read_data.val();
            self.read.increase.next = self.increases.read_data.val();
            self.read.trigger.next = self.triggers.read_data.val();
            self.read.min.next = self.mins.read_data.val();
        }
    }
}
