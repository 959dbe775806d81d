//! The settings of the service levels.

use super::sizes::min_bits;
use crate::comment;
use crate::interface::{SettingWrite, TableRead};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{
    last_index, shortest_timer, SL_BITS, STEP_BITS, TIMER_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// One setting of each service level (SL).
    pub struct LevelSetting(bits: usize) as "tailback_cct_setting" {
        /// The setting of an SL is written.
        input write;
        /// SL whose setting is written.
        input write_sl[SL_BITS];
        /// Setting to be written.
        input write_value[bits];
        /// SL whose setting is read.
        input sl[SL_BITS];
        /// Setting of `sl`, as it was before a write in this cycle.
        output value[bits];

        /// Setting of each SL.
        lut_memory(Nic::SERVICE_LEVELS) values[bits];
    }
    connect {
        values: write, write_address = write_sl, write_data = write_value, read_address = sl,
            read_data = value;
    }
}

wired!(LevelSetting);

block! {
    /// Write data of the settings: 0 for each service level (SL) after reset; later the settings as
    /// they are set, and CCTI_Min and CCTI_Timer limited to what the table and the timers support.
    pub struct SettingWriter(nic: &Nic) as "tailback_cct_setting_writer" {
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

        /// Write enable of the settings.
        output write;
        /// SL whose settings are written.
        output sl[SL_BITS];
        /// CCTI_Timer as set, in ticks.
        output timer[TIMER_BITS];
        /// CCTI_Timer in ticks: 0, or at least the shortest timer.
        output kept_timer[TIMER_BITS];
        /// CCTI_Increase as set.
        output increase[STEP_BITS];
        /// Trigger_Threshold as set.
        output trigger[STEP_BITS];
        /// CCTI_Min as set.
        output min[STEP_BITS];
        /// CCTI_Min, but at most the last index of the table.
        output kept_min[min_bits(nic)];
    }
}

// A `choice` keeps an `if` of its own.
#[allow(clippy::collapsible_if)]
impl Logic for SettingWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.write.next = self.clearing.val() || self.set.valid.val();
        self.sl.next = self.set.sl.val();
        self.timer.next = self.set.timer.val();
        self.increase.next = self.set.increase.val();
        self.trigger.next = self.set.trigger.val();
        self.min.next = self.set.min.val();
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
        comment!("The lower bits of CCTI_Min suffice, unless it exceeds the last index.");
        self.kept_min.next = self.min.val() >> 0;
        if self.min_has_limit.val() {
            if self.min.val() > self.last.val() {
                self.kept_min.next = self.last.val().into();
            }
        }
    }
}

block! {
    /// Settings of the service levels (SLs), with a copy for each reader.
    pub struct LevelSettings(nic: &Nic) as "tailback_cct_settings" {
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

        /// Write data of the settings.
        sub writer: SettingWriter = SettingWriter::new(nic);
        /// CCTI_Timer for the timers: 0, or at least the shortest timer.
        sub timer: LevelSetting = LevelSetting::new(TIMER_BITS);
        /// CCTI_Timer as set, to be shown.
        sub plain_timer: LevelSetting = LevelSetting::new(TIMER_BITS);
        /// CCTI_Increase and Trigger_Threshold for BECNs, and these two and CCTI_Min to be shown.
        sub(5) step: LevelSetting = LevelSetting::new(STEP_BITS);
        /// CCTI_Min, at most the last index of the table, for BECNs, look-ups and timers.
        sub(3) min: LevelSetting = LevelSetting::new(min_bits(nic));
    }
    connect {
        writer: clearing, clear_sl, set;
        writer, timer: write, sl = write_sl, kept_timer = write_value;
        writer, plain_timer: write, sl = write_sl, timer = write_value;
        writer, step: write, sl = write_sl;
        writer, min: write, sl = write_sl, kept_min = write_value;
        timer: sl = turn_sl, value = turn_timer;
        plain_timer: sl = read.sl;
    }
}

impl Logic for LevelSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.step[0].write_value.next = self.writer.increase.val();
        self.step[0].sl.next = self.becn_sl.val();
        self.becn_increase.next = self.step[0].value.val();
        self.step[1].write_value.next = self.writer.trigger.val();
        self.step[1].sl.next = self.becn_sl.val();
        self.becn_trigger.next = self.step[1].value.val();
        self.step[2].write_value.next = self.writer.increase.val();
        self.step[2].sl.next = self.read.sl.val();
        self.step[3].write_value.next = self.writer.trigger.val();
        self.step[3].sl.next = self.read.sl.val();
        self.step[4].write_value.next = self.writer.min.val();
        self.step[4].sl.next = self.read.sl.val();

        self.min[0].sl.next = self.becn_sl.val();
        self.becn_min.next = self.min[0].value.val();
        self.min[1].sl.next = self.look_up_sl.val();
        self.look_up_min.next = self.min[1].value.val();
        self.min[2].sl.next = self.turn_sl.val();
        self.turn_min.next = self.min[2].value.val();

        comment!("Settings that may be unknown are not shown.");
        self.read.timer.next = 0.into();
        self.read.increase.next = 0.into();
        self.read.trigger.next = 0.into();
        self.read.min.next = 0.into();
        if !self.clearing.val() {
            self.read.timer.next = self.plain_timer.value.val();
            self.read.increase.next = self.step[2].value.val();
            self.read.trigger.next = self.step[3].value.val();
            self.read.min.next = self.step[4].value.val();
        }
    }
}
