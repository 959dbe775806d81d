//! The settings of the service levels.

use super::sizes::min_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{
    last_index, shortest_timer, SL_BITS, STEP_BITS, TIMER_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// One setting of each service level (SL).
    pub struct LevelSetting(bits: usize) as "tailback_cct_setting" {
        /// It is written.
        input write;
        /// Of this SL.
        input write_sl[SL_BITS];
        /// What.
        input write_value[bits];
        /// An SL.
        input sl[SL_BITS];
        /// Its setting, as it was before it is written in this cycle.
        output value[bits];

        /// The settings.
        lut_memory(Nic::SERVICE_LEVELS) values[bits];
    }
}

impl Logic for LevelSetting {
    #[hdl_gen]
    fn update(&mut self) {
        self.values.write.next = self.write.val();
        self.values.write_address.next = self.write_sl.val();
        self.values.write_data.next = self.write_value.val();
        self.values.read_address.next = self.sl.val();
        self.value.next = self.values.read_data.val();
    }
}

block! {
    /// What is written to the settings: 0 for each service level (SL) after reset, and then no more
    /// than the table and the timers can do.
    pub struct SettingWriter(nic: &Nic) as "tailback_cct_setting_writer" {
        /// The last index of the table.
        count last = last_index(nic) as usize;
        /// CCTI_Min may be beyond it.
        choice min_has_limit = last_index(nic) < (1 << STEP_BITS) - 1;
        /// The shortest timer.
        count shortest = shortest_timer(nic) as usize;

        /// Settings are being cleared.
        input clearing;
        /// Whose.
        input clear_sl[SL_BITS];
        /// The settings of an SL are written.
        input set_valid;
        /// Which SL.
        input set_sl[SL_BITS];
        /// CCTI_Timer in ticks.
        input set_timer[TIMER_BITS];
        /// CCTI_Increase.
        input set_increase[STEP_BITS];
        /// Trigger_Threshold.
        input set_trigger[STEP_BITS];
        /// CCTI_Min.
        input set_min[STEP_BITS];

        /// Settings are written.
        output write;
        /// Whose.
        output sl[SL_BITS];
        /// CCTI_Timer.
        output timer[TIMER_BITS];
        /// CCTI_Timer, as the timers can do it.
        output kept_timer[TIMER_BITS];
        /// CCTI_Increase.
        output increase[STEP_BITS];
        /// Trigger_Threshold.
        output trigger[STEP_BITS];
        /// CCTI_Min.
        output min[STEP_BITS];
        /// CCTI_Min, as far as the table goes.
        output kept_min[min_bits(nic)];
    }
}

// What only some sizes have stands in a choice of its own.
#[allow(clippy::collapsible_if)]
impl Logic for SettingWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.write.next = self.clearing.val() || self.set_valid.val();
        self.sl.next = self.set_sl.val();
        self.timer.next = self.set_timer.val();
        self.increase.next = self.set_increase.val();
        self.trigger.next = self.set_trigger.val();
        self.min.next = self.set_min.val();
        if self.clearing.val() {
            self.sl.next = self.clear_sl.val();
            self.timer.next = 0.into();
            self.increase.next = 0.into();
            self.trigger.next = 0.into();
            self.min.next = 0.into();
        }

        self.kept_timer.next = self.timer.val();
        if self.timer.val() != 0 && self.timer.val() < self.shortest.val() {
            self.kept_timer.next = self.shortest.val().into();
        }
        comment!("The lower bits of CCTI_Min are enough, unless it is beyond the table.");
        self.kept_min.next = self.min.val() >> 0;
        if self.min_has_limit.val() {
            if self.min.val() > self.last.val() {
                self.kept_min.next = self.last.val().into();
            }
        }
    }
}

block! {
    /// The settings of the service levels (SLs), with a copy for each who needs them.
    pub struct LevelSettings(nic: &Nic) as "tailback_cct_settings" {
        /// Settings are being cleared.
        input clearing;
        /// Whose.
        input clear_sl[SL_BITS];
        /// The settings of an SL are written.
        input set_valid;
        /// Which SL.
        input set_sl[SL_BITS];
        /// CCTI_Timer in ticks.
        input set_timer[TIMER_BITS];
        /// CCTI_Increase.
        input set_increase[STEP_BITS];
        /// Trigger_Threshold.
        input set_trigger[STEP_BITS];
        /// CCTI_Min.
        input set_min[STEP_BITS];
        /// The SL of a BECN.
        input becn_sl[SL_BITS];
        /// The SL of a look-up.
        input look_up_sl[SL_BITS];
        /// The SL whose timer has its turn.
        input turn_sl[SL_BITS];
        /// The SL whose settings are shown.
        input read_sl[SL_BITS];

        /// CCTI_Increase for the BECN.
        output becn_increase[STEP_BITS];
        /// Trigger_Threshold for the BECN.
        output becn_trigger[STEP_BITS];
        /// CCTI_Min for the BECN.
        output becn_min[min_bits(nic)];
        /// CCTI_Min for the look-up.
        output look_up_min[min_bits(nic)];
        /// CCTI_Timer for the timer.
        output turn_timer[TIMER_BITS];
        /// CCTI_Min for the timer.
        output turn_min[min_bits(nic)];
        /// CCTI_Timer, to be shown; a cycle later, as what follows.
        output read_timer[TIMER_BITS];
        /// CCTI_Increase, to be shown.
        output read_increase[STEP_BITS];
        /// Trigger_Threshold, to be shown.
        output read_trigger[STEP_BITS];
        /// CCTI_Min, to be shown.
        output read_min[STEP_BITS];

        /// CCTI_Timer that is shown.
        reg shown_timer[TIMER_BITS];
        /// CCTI_Increase that is shown.
        reg shown_increase[STEP_BITS];
        /// Trigger_Threshold that is shown.
        reg shown_trigger[STEP_BITS];
        /// CCTI_Min that is shown.
        reg shown_min[STEP_BITS];
        /// What is written.
        sub writer: SettingWriter = SettingWriter::new(nic);
        /// CCTI_Timer as the timers can do it,
        sub timer: LevelSetting = LevelSetting::new(TIMER_BITS);
        /// and as it was written.
        sub plain_timer: LevelSetting = LevelSetting::new(TIMER_BITS);
        /// CCTI_Increase and Trigger_Threshold for BECNs, and to be shown; and CCTI_Min to be shown.
        sub(5) step: LevelSetting = LevelSetting::new(STEP_BITS);
        /// CCTI_Min, as far as the table goes, for BECNs, look-ups, and timers.
        sub(3) min: LevelSetting = LevelSetting::new(min_bits(nic));
    }
}

impl Logic for LevelSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.writer.clearing.next = self.clearing.val();
        self.writer.clear_sl.next = self.clear_sl.val();
        self.writer.set_valid.next = self.set_valid.val();
        self.writer.set_sl.next = self.set_sl.val();
        self.writer.set_timer.next = self.set_timer.val();
        self.writer.set_increase.next = self.set_increase.val();
        self.writer.set_trigger.next = self.set_trigger.val();
        self.writer.set_min.next = self.set_min.val();

        self.timer.write.next = self.writer.write.val();
        self.timer.write_sl.next = self.writer.sl.val();
        self.timer.write_value.next = self.writer.kept_timer.val();
        self.timer.sl.next = self.turn_sl.val();
        self.turn_timer.next = self.timer.value.val();
        self.plain_timer.write.next = self.writer.write.val();
        self.plain_timer.write_sl.next = self.writer.sl.val();
        self.plain_timer.write_value.next = self.writer.timer.val();
        self.plain_timer.sl.next = self.read_sl.val();

        for copy in 0..5 {
            self.step[copy].write.next = self.writer.write.val();
            self.step[copy].write_sl.next = self.writer.sl.val();
        }
        self.step[0].write_value.next = self.writer.increase.val();
        self.step[0].sl.next = self.becn_sl.val();
        self.becn_increase.next = self.step[0].value.val();
        self.step[1].write_value.next = self.writer.trigger.val();
        self.step[1].sl.next = self.becn_sl.val();
        self.becn_trigger.next = self.step[1].value.val();
        self.step[2].write_value.next = self.writer.increase.val();
        self.step[2].sl.next = self.read_sl.val();
        self.step[3].write_value.next = self.writer.trigger.val();
        self.step[3].sl.next = self.read_sl.val();
        self.step[4].write_value.next = self.writer.min.val();
        self.step[4].sl.next = self.read_sl.val();

        for copy in 0..3 {
            self.min[copy].write.next = self.writer.write.val();
            self.min[copy].write_sl.next = self.writer.sl.val();
            self.min[copy].write_value.next = self.writer.kept_min.val();
        }
        self.min[0].sl.next = self.becn_sl.val();
        self.becn_min.next = self.min[0].value.val();
        self.min[1].sl.next = self.look_up_sl.val();
        self.look_up_min.next = self.min[1].value.val();
        self.min[2].sl.next = self.turn_sl.val();
        self.turn_min.next = self.min[2].value.val();

        comment!("What may be unknown is not shown.");
        self.shown_timer.next = 0.into();
        self.shown_increase.next = 0.into();
        self.shown_trigger.next = 0.into();
        self.shown_min.next = 0.into();
        if !self.clearing.val() {
            self.shown_timer.next = self.plain_timer.value.val();
            self.shown_increase.next = self.step[2].value.val();
            self.shown_trigger.next = self.step[3].value.val();
            self.shown_min.next = self.step[4].value.val();
        }
        self.read_timer.next = self.shown_timer.val();
        self.read_increase.next = self.shown_increase.val();
        self.read_trigger.next = self.shown_trigger.val();
        self.read_min.next = self.shown_min.val();
    }
}
