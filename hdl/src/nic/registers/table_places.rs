//! Address decoder of the registers of the congestion control table.

use super::layout::{info, log, page, place, OFFSET_BITS, PAGE_BITS, PLACE_BITS, WORD};
use crate::prelude::*;
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::address;

block! {
    /// Decodes, within one cycle, which register of the congestion control table is at a word
    /// address, and, one cycle later, if there is one at all, and if it can be written.
    pub struct TablePlaces(nic: &Nic) as "tailback_table_places" {
        /// Bits of a word address within an attribute.
        count offset_bits = OFFSET_BITS;
        /// Value of CongestionInfo.
        param info[WORD] = info(nic);
        /// Word address of CongestionInfo.
        count info_place = place(address::CONGESTION_INFO);
        /// Attribute number of CongestionLog.
        count log_page = page(address::CONGESTION_LOG);
        /// Word of CongestionLog with which the first event begins.
        count first_word = log::FIRST;
        /// Word of CongestionLog behind the last event.
        count log_end = log::END;
        /// Word address of CACongestionSetting.
        count setting_place = place(address::CA_CONGESTION_SETTING);
        /// Word address of the last word of the settings of service levels.
        count setting_end = place(address::CA_CONGESTION_SETTING) + 2 * Nic::SERVICE_LEVELS;
        /// Word address of CongestionControlTable.
        count limit_place = place(address::CONGESTION_CONTROL_TABLE);
        /// Word address of the first entry of the table.
        count entry_place = place(address::TABLE_ENTRIES);
        /// Word address behind the last entry of the table.
        count entry_end = place(address::TABLE_ENTRIES) + nic.cct_entries();

        /// Word address of the access.
        input place[PLACE_BITS];

        /// Value of the register if it is constant, else 0.
        output_reg constant[WORD];
        /// Register is the summary of the log: type, enabled bit and number of events.
        output_reg is_summary;
        /// Register is the map of service levels with events.
        output_reg is_levels;
        /// Register is the time stamp of the log.
        output_reg is_stamp;
        /// Register is a word of an event in the log.
        output_reg is_logged;
        /// Register is ControlMap and PortControl.
        output_reg is_control;
        /// Register holds CCTI_Timer, CCTI_Increase and Trigger_Threshold of a service level.
        output_reg is_reaction;
        /// Register holds CCTI_Min of a service level.
        output_reg is_minimum;
        /// Register is CCTI_Limit.
        output_reg is_limit;
        /// Register is an entry of the table.
        output_reg is_entry;
        /// Register exists; one cycle later than the other decodes.
        output_reg exists;
        /// Register can be written; one cycle later than the other decodes.
        output_reg writable;

        /// Attribute: the high bits of the word address.
        local page[PAGE_BITS];
        /// Word of the attribute: the low bits of the word address.
        local offset[OFFSET_BITS];
        /// Word address is in CongestionLog.
        local in_log;
        /// Word address is in the settings of service levels.
        local in_settings;
        /// Register is one that can be written.
        local some_written;
    }
}

impl Logic for TablePlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.page.next = self.place.val() >> self.offset_bits.val();
        self.offset.next = self.place.val() >> 0;
        self.constant.next = 0.into();
        if self.place.val() == self.info_place.val() {
            self.constant.next = self.info.val();
        }
        self.in_log.next = self.page.val() == self.log_page.val();
        self.is_summary.next = self.in_log.val() && self.offset.val() == 0;
        self.is_levels.next = self.in_log.val() && self.offset.val() == 1;
        self.is_stamp.next = self.in_log.val() && self.offset.val() == 2;
        self.is_logged.next = self.in_log.val()
            && self.offset.val() >= self.first_word.val()
            && self.offset.val() < self.log_end.val();
        self.is_control.next = self.place.val() == self.setting_place.val();
        self.in_settings.next = self.place.val() > self.setting_place.val()
            && self.place.val() <= self.setting_end.val();
        self.is_reaction.next = self.in_settings.val() && self.place.val().get_bit(0);
        self.is_minimum.next = self.in_settings.val() && !self.place.val().get_bit(0);
        self.is_limit.next = self.place.val() == self.limit_place.val();
        self.is_entry.next =
            self.place.val() >= self.entry_place.val() && self.place.val() < self.entry_end.val();

        self.some_written.next = self.is_levels.val()
            || self.is_control.val()
            || self.is_reaction.val()
            || self.is_minimum.val()
            || self.is_limit.val()
            || self.is_entry.val();
        self.writable.next = self.some_written.val();
        self.exists.next = self.some_written.val()
            || self.constant.val().any()
            || self.is_summary.val()
            || self.is_stamp.val()
            || self.is_logged.val();
    }
}
