//! What comes with a congestion control table.

use super::layout::{field, PLACE_BITS, SL_BITS, WORD};
use super::{CongestionLog, TableAccess, TablePlaces, TableSettings};
use crate::prelude::*;
use tailback_spec::nic::registers::{has_table, index_bits, LID_BITS, QP_BITS};
use tailback_spec::nic::Nic;

block! {
    /// The registers that come with a congestion control table: settings, entries, and the log.
    pub struct TableRegisters(nic: &Nic) as "tailback_table_registers" {
        /// There is a table; else there are no such registers.
        choice has_table = has_table(nic);
        /// Where the map of service levels begins that had events.
        count levels_at = field::LOG_LEVELS;

        /// Flows are being cleared.
        input clearing;
        /// Which one.
        input clear_flow[nic.flow_bits()];
        /// CCTI_Timer of the service level (SL) `sl` of the cycle before.
        input read_timer[field::TIMER_BITS];
        /// Its CCTI_Increase.
        input read_increase[field::STEP_BITS];
        /// Its Trigger_Threshold.
        input read_trigger[field::STEP_BITS];
        /// Its CCTI_Min.
        input read_min[field::STEP_BITS];
        /// The entry `index` of the cycle before.
        input read_entry[field::ENTRY_BITS];
        /// A CCTI has reached the trigger.
        input event_valid;
        /// Of this flow.
        input event_flow[nic.flow_bits()];
        /// On this SL.
        input event_sl[SL_BITS];
        /// At this time.
        input event_time[WORD];
        /// A packet with a BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// From this LID.
        input becn_lid[LID_BITS];
        /// Number of flow 0's own queue pair.
        input qp_base[QP_BITS];
        /// The queue pair that `flow` talks to.
        input remote_qp[QP_BITS];
        /// The second step.
        input second;
        /// Something is written.
        input write;
        /// Where it is, in words.
        input place[PLACE_BITS];
        /// What.
        input data[WORD];

        /// There is a register.
        output exists;
        /// It has something to be written.
        output writable;
        /// The data is in its range.
        output in_range;
        /// It is the time.
        output is_stamp;
        /// It is a word of an event in the log.
        output is_logged;
        /// Of this flow.
        output flow[nic.flow_bits()];
        /// SLs whose settings count.
        output control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        output limit[field::WIDE_LIMIT_BITS];
        /// The settings of an SL are written.
        output set_valid;
        /// The SL.
        output sl[SL_BITS];
        /// CCTI_Timer.
        output set_timer[field::TIMER_BITS];
        /// CCTI_Increase.
        output set_increase[field::STEP_BITS];
        /// Trigger_Threshold.
        output set_trigger[field::STEP_BITS];
        /// CCTI_Min.
        output set_min[field::STEP_BITS];
        /// An entry is written.
        output write_valid;
        /// Which one.
        output index[index_bits(nic)];
        /// What.
        output write_entry[field::ENTRY_BITS];
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// Which register it is.
        optional(has_table(nic)) places: TablePlaces = TablePlaces::new(nic);
        /// Settings.
        optional(has_table(nic)) settings: TableSettings = TableSettings::new(nic);
        /// What the congestion table holds.
        optional(has_table(nic)) access: TableAccess = TableAccess::new(nic);
        /// The log.
        optional(has_table(nic)) log: CongestionLog = CongestionLog::new(nic);
    }
}

impl Logic for TableRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.exists.next = false;
        self.writable.next = false;
        self.in_range.next = true;
        self.is_stamp.next = false;
        self.is_logged.next = false;
        self.flow.next = 0.into();
        self.control_map.next = 0.into();
        self.limit.next = 0.into();
        self.set_valid.next = false;
        self.sl.next = 0.into();
        self.set_timer.next = 0.into();
        self.set_increase.next = 0.into();
        self.set_trigger.next = 0.into();
        self.set_min.next = 0.into();
        self.write_valid.next = false;
        self.index.next = 0.into();
        self.write_entry.next = 0.into();
        self.word.next = 0.into();
        if self.has_table.val() {
            self.places.place.next = self.place.val();
            self.exists.next = self.places.exists.val();
            self.writable.next = self.places.writable.val();
            self.is_stamp.next = self.places.is_stamp.val();
            self.is_logged.next = self.places.is_logged.val();
            self.settings.write.next = self.write.val();
            self.settings.data.next = self.data.val() >> 0;
            self.settings.is_control.next = self.places.is_control.val();
            self.settings.is_limit.next = self.places.is_limit.val();
            self.in_range.next = self.settings.in_range.val();
            self.control_map.next = self.settings.control_map.val();
            self.limit.next = self.settings.limit.val();
            self.access.write.next = self.write.val();
            self.access.place.next = self.place.val() >> 0;
            self.access.data.next = self.data.val();
            self.access.is_reaction.next = self.places.is_reaction.val();
            self.access.is_minimum.next = self.places.is_minimum.val();
            self.access.is_entry.next = self.places.is_entry.val();
            self.access.read_timer.next = self.read_timer.val();
            self.access.read_increase.next = self.read_increase.val();
            self.access.read_trigger.next = self.read_trigger.val();
            self.access.read_min.next = self.read_min.val();
            self.access.read_entry.next = self.read_entry.val();
            self.set_valid.next = self.access.set_valid.val();
            self.sl.next = self.access.sl.val();
            self.set_timer.next = self.access.set_timer.val();
            self.set_increase.next = self.access.set_increase.val();
            self.set_trigger.next = self.access.set_trigger.val();
            self.set_min.next = self.access.set_min.val();
            self.write_valid.next = self.access.write_valid.val();
            self.index.next = self.access.index.val();
            self.write_entry.next = self.access.write_entry.val();
            self.log.clearing.next = self.clearing.val();
            self.log.clear_flow.next = self.clear_flow.val();
            self.log.event_valid.next = self.event_valid.val();
            self.log.event_flow.next = self.event_flow.val();
            self.log.event_sl.next = self.event_sl.val();
            self.log.event_time.next = self.event_time.val();
            self.log.becn.next = self.becn.val();
            self.log.becn_flow.next = self.becn_flow.val();
            self.log.becn_lid.next = self.becn_lid.val();
            self.log.qp_base.next = self.qp_base.val();
            self.log.control_map.next = self.settings.control_map.val();
            self.log.second.next = self.second.val();
            self.log.write.next = self.write.val();
            self.log.offset.next = self.place.val() >> 0;
            self.log.cleared.next = self.data.val() >> self.levels_at.val();
            self.log.is_summary.next = self.places.is_summary.val();
            self.log.is_levels.next = self.places.is_levels.val();
            self.log.is_logged.next = self.places.is_logged.val();
            self.log.remote_qp.next = self.remote_qp.val();
            self.flow.next = self.log.flow.val();
            self.word.next = self.places.constant.val()
                | self.settings.word.val()
                | self.access.word.val()
                | self.log.word.val();
        }
    }
}
