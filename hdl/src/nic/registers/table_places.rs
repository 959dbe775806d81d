//! Which register of the congestion control table is at an address.

use super::layout::{info, log, page, place, OFFSET_BITS, PAGE_BITS, PLACE_BITS, WORD};
use crate::prelude::*;
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::address;

block! {
    /// Says, in the cycle after, which register that comes with a congestion control table is at a
    /// place; and in the one after that, whether there is one at all, and one to be written.
    pub struct TablePlaces(nic: &Nic) as "tailback_table_places" {
        /// Bits of a place within an attribute.
        count offset_bits = OFFSET_BITS;
        /// CongestionInfo.
        param info[WORD] = info(nic);
        /// Where it is.
        count info_place = place(address::CONGESTION_INFO);
        /// The log.
        count log_page = page(address::CONGESTION_LOG);
        /// Its first event.
        count first_word = log::FIRST;
        /// Behind its last one.
        count log_end = log::END;
        /// CACongestionSetting.
        count setting_place = place(address::CA_CONGESTION_SETTING);
        /// The last word of the settings of service levels.
        count setting_end = place(address::CA_CONGESTION_SETTING) + 2 * Nic::SERVICE_LEVELS;
        /// CongestionControlTable.
        count limit_place = place(address::CONGESTION_CONTROL_TABLE);
        /// The first entry of the table.
        count entry_place = place(address::TABLE_ENTRIES);
        /// Behind the last one.
        count entry_end = place(address::TABLE_ENTRIES) + nic.cct_entries();

        /// The place.
        input place[PLACE_BITS];

        /// What the register holds if that never changes, else 0.
        output constant[WORD];
        /// It is what kind of log there is,
        output is_summary;
        /// the service levels that had events,
        output is_levels;
        /// the time,
        output is_stamp;
        /// a word of an event in the log,
        output is_logged;
        /// what is throttled,
        output is_control;
        /// how the CCTIs of a service level rise and fall,
        output is_reaction;
        /// where they begin,
        output is_minimum;
        /// the limit of the table,
        output is_limit;
        /// an entry of the table.
        output is_entry;
        /// There is a register.
        output exists;
        /// It has something to be written.
        output writable;

        /// The high bits of the place.
        local page[PAGE_BITS];
        /// Its low bits.
        local offset[OFFSET_BITS];
        /// It is in the log.
        local in_log;
        /// It is among the settings of service levels.
        local in_settings;
        /// Some register that can be written.
        local some_written;

        /// See the outputs.
        reg constant_reg[WORD];
        /// Likewise.
        reg summary_reg;
        /// Likewise.
        reg levels_reg;
        /// Likewise.
        reg stamp_reg;
        /// Likewise.
        reg logged_reg;
        /// Likewise.
        reg control_reg;
        /// Likewise.
        reg reaction_reg;
        /// Likewise.
        reg minimum_reg;
        /// Likewise.
        reg limit_reg;
        /// Likewise.
        reg entry_reg;
        /// Likewise.
        reg exists_reg;
        /// Likewise.
        reg writable_reg;
    }
}

impl Logic for TablePlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.page.next = self.place.val() >> self.offset_bits.val();
        self.offset.next = self.place.val() >> 0;
        self.constant_reg.next = 0.into();
        if self.place.val() == self.info_place.val() {
            self.constant_reg.next = self.info.val();
        }
        self.in_log.next = self.page.val() == self.log_page.val();
        self.summary_reg.next = self.in_log.val() && self.offset.val() == 0;
        self.levels_reg.next = self.in_log.val() && self.offset.val() == 1;
        self.stamp_reg.next = self.in_log.val() && self.offset.val() == 2;
        self.logged_reg.next = self.in_log.val()
            && self.offset.val() >= self.first_word.val()
            && self.offset.val() < self.log_end.val();
        self.control_reg.next = self.place.val() == self.setting_place.val();
        self.in_settings.next = self.place.val() > self.setting_place.val()
            && self.place.val() <= self.setting_end.val();
        self.reaction_reg.next = self.in_settings.val() && self.place.val().get_bit(0);
        self.minimum_reg.next = self.in_settings.val() && !self.place.val().get_bit(0);
        self.limit_reg.next = self.place.val() == self.limit_place.val();
        self.entry_reg.next =
            self.place.val() >= self.entry_place.val() && self.place.val() < self.entry_end.val();

        self.some_written.next = self.levels_reg.val()
            || self.control_reg.val()
            || self.reaction_reg.val()
            || self.minimum_reg.val()
            || self.limit_reg.val()
            || self.entry_reg.val();
        self.writable_reg.next = self.some_written.val();
        self.exists_reg.next = self.some_written.val()
            || self.constant_reg.val().any()
            || self.summary_reg.val()
            || self.stamp_reg.val()
            || self.logged_reg.val();

        self.constant.next = self.constant_reg.val();
        self.is_summary.next = self.summary_reg.val();
        self.is_levels.next = self.levels_reg.val();
        self.is_stamp.next = self.stamp_reg.val();
        self.is_logged.next = self.logged_reg.val();
        self.is_control.next = self.control_reg.val();
        self.is_reaction.next = self.reaction_reg.val();
        self.is_minimum.next = self.minimum_reg.val();
        self.is_limit.next = self.limit_reg.val();
        self.is_entry.next = self.entry_reg.val();
        self.exists.next = self.exists_reg.val();
        self.writable.next = self.writable_reg.val();
    }
}
