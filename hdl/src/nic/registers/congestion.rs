//! Registers of a NIC with a congestion control table.

use super::layout::{field, PLACE_BITS, SL_BITS, WORD};
use super::{CongestionLog, TableAccess, TablePlaces, TableSettings};
use crate::prelude::*;
use tailback_spec::nic::registers::{has_table, index_bits, LID_BITS, QP_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Registers of a congestion control table: settings, entries, and the log.
    pub struct TableRegisters(nic: &Nic) as "tailback_table_registers" {
        /// There is a congestion control table; else these registers do not exist.
        choice has_table = has_table(nic);
        /// Lowest bit of the map of service levels with events, in its register.
        count levels_at = field::LOG_LEVELS;

        /// Memories of flows are being cleared.
        input clearing;
        /// Flow being cleared.
        input clear_flow[nic.flow_bits()];
        /// CCTI_Timer of service level (SL) `sl` of the previous cycle.
        input read_timer[field::TIMER_BITS];
        /// CCTI_Increase of `sl` of the previous cycle.
        input read_increase[field::STEP_BITS];
        /// Trigger_Threshold of `sl` of the previous cycle.
        input read_trigger[field::STEP_BITS];
        /// CCTI_Min of `sl` of the previous cycle.
        input read_min[field::STEP_BITS];
        /// Table entry `index` of the previous cycle.
        input read_entry[field::ENTRY_BITS];
        /// CCTI of a flow has reached Trigger_Threshold: an event for the log.
        input event_valid;
        /// Flow of the event.
        input event_flow[nic.flow_bits()];
        /// SL of the event.
        input event_sl[SL_BITS];
        /// Time of the event in ticks of 1.024 us.
        input event_time[WORD];
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// SLID of the packet with the BECN.
        input becn_lid[LID_BITS];
        /// Queue pair number of flow 0.
        input qp_base[QP_BITS];
        /// Remote queue pair of `flow`.
        input remote_qp[QP_BITS];
        /// Access is in its second step.
        input second;
        /// Legal write takes effect.
        input write;
        /// Word address of the access.
        input place[PLACE_BITS];
        /// Write data.
        input data[WORD];

        /// Register exists at `place`.
        output exists;
        /// Register at `place` can be written.
        output writable;
        /// Write data is in the range of the register at `place`.
        output in_range;
        /// Register at `place` is the time stamp of the log.
        output is_stamp;
        /// Register at `place` is a word of an event in the log.
        output is_logged;
        /// Flow of the event in the log.
        output flow[nic.flow_bits()];
        /// One bit per SL: congestion control is enabled.
        output control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        output limit[field::WIDE_LIMIT_BITS];
        /// Write to the settings of an SL.
        output set_valid;
        /// SL whose settings are read or written.
        output sl[SL_BITS];
        /// CCTI_Timer to be written.
        output set_timer[field::TIMER_BITS];
        /// CCTI_Increase to be written.
        output set_increase[field::STEP_BITS];
        /// Trigger_Threshold to be written.
        output set_trigger[field::STEP_BITS];
        /// CCTI_Min to be written.
        output set_min[field::STEP_BITS];
        /// Write to an entry of the table.
        output write_valid;
        /// Index of the entry that is read or written.
        output index[index_bits(nic)];
        /// Entry to be written.
        output write_entry[field::ENTRY_BITS];
        /// Read data; 0 if the register at `place` is not in this module.
        output word[WORD];

        /// Decodes the word address.
        optional(has_table(nic)) places: TablePlaces = TablePlaces::new(nic);
        /// Settings kept here.
        optional(has_table(nic)) settings: TableSettings = TableSettings::new(nic);
        /// Access to settings and entries in the congestion table.
        optional(has_table(nic)) access: TableAccess = TableAccess::new(nic);
        /// Congestion log.
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
