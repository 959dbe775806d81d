//! Settings of congestion control: those kept here, and those kept in the congestion table.

use super::layout::{field, OFFSET_BITS, WORD};
use crate::interface::{SettingWrite, TableRead};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{CctEntry, LIMIT_BITS};
use tailback_spec::nic::registers::{index_bits, rate, Rate};
use tailback_spec::nic::Nic;

block! {
    /// Holds ControlMap, with a bit for each service level (SL), and CCTI_Limit.
    pub struct TableSettings(nic: &Nic) as "tailback_table_settings" {
        /// PortControl bit: service levels have CCTIs, and not flows.
        param by_level[WORD] = u128::from(rate(nic) == Rate::OfLevel) << field::BY_LEVEL;
        /// Lowest bit of CCTI_Limit in its register.
        count limit_at = field::LIMIT;
        /// Entries of the table.
        count entries = nic.cct_entries();

        /// Legal write takes effect.
        input write;
        /// Write data: the bits that belong to a field.
        input data[field::LIMIT + field::LIMIT_BITS];
        /// Accessed register is ControlMap and PortControl.
        input is_control;
        /// Accessed register is CCTI_Limit.
        input is_limit;

        /// Write data is in the range of the accessed register.
        output in_range;
        /// One bit per SL: congestion control is enabled.
        output_reg control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        output limit[LIMIT_BITS];
        /// Read data; 0 if the accessed register is not in this module.
        output word[WORD];

        /// CCTI_Limit in the write data.
        local new_limit[field::LIMIT_BITS];
        /// CCTI_Limit in the write data, one bit wider.
        local wide_limit[field::LIMIT_BITS + 1];
        /// ControlMap, as wide as a register.
        local control[WORD];
        /// CCTI_Limit, as wide as a register.
        local limit_word[WORD];
        /// CCTI_Limit.
        reg held_limit[field::LIMIT_BITS];
    }
}

impl Logic for TableSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_limit.next = self.data.val() >> self.limit_at.val();
        self.wide_limit.next = self.new_limit.val();
        self.in_range.next = !self.is_limit.val() || self.wide_limit.val() < self.entries.val();
        if self.write.val() && self.is_control.val() {
            self.control_map.next = self.data.val() >> 0;
        }
        if self.write.val() && self.is_limit.val() {
            self.held_limit.next = self.new_limit.val();
        }
        self.limit.next = self.held_limit.val();

        self.control.next = self.control_map.val();
        self.limit_word.next = self.held_limit.val();
        self.word.next = 0.into();
        if self.is_control.val() {
            self.word.next = self.control.val() | self.by_level.val();
        }
        if self.is_limit.val() {
            self.word.next = self.limit_word.val() << self.limit_at.val();
        }
    }
}

block! {
    /// Writes and reads the settings and entries in the congestion table.
    ///
    /// The settings of a service level (SL) are in two registers, but the table takes all of them
    /// in one write: those of the other register keep their values.
    pub struct TableAccess(nic: &Nic) as "tailback_table_access" {
        /// Lowest bit of CCTI_Timer in its register.
        count timer_at = field::TIMER;
        /// Lowest bit of CCTI_Increase in its register.
        count increase_at = field::INCREASE;
        /// Lowest bit of CCTI_Min in its register.
        count min_at = field::MIN;

        /// Legal write takes effect.
        input write;
        /// Lower bits of the word address, as many as an index of the table has.
        input place[index_bits(nic)];
        /// Write data.
        input data[WORD];
        /// Accessed register holds CCTI_Timer, CCTI_Increase and Trigger_Threshold of an SL.
        input is_reaction;
        /// Accessed register holds CCTI_Min of an SL.
        input is_minimum;
        /// Accessed register is an entry of the table.
        input is_entry;
        /// Write to the settings of an SL.
        master set: SettingWrite();
        /// Write to an entry of the table.
        output write_valid;
        /// Index of the entry written.
        output write_index[index_bits(nic)];
        /// Entry to be written.
        output write_entry[CctEntry::BITS];
        /// Settings and entry that are read.
        master read: TableRead(nic, true);
        /// Read data; 0 if the accessed register is not in this module.
        output word[WORD];

        /// Word of the settings of SLs, counted from 0; two words per SL.
        local number[OFFSET_BITS];
        /// Read data: CCTI_Timer, CCTI_Increase and Trigger_Threshold.
        local reaction[WORD];
        /// CCTI_Timer, as wide as a register.
        local timer_part[WORD];
        /// CCTI_Increase, as wide as a register.
        local increase_part[WORD];
        /// Read data: CCTI_Min.
        local minimum[WORD];
    }
}

impl Logic for TableAccess {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = self.place.val() >> 0;
        self.number.next = self.number.val() - 1;
        self.read.sl.next = self.number.val() >> 1;
        self.read.index.next = self.place.val() >> 0;

        self.set.sl.next = self.read.sl.val();
        self.set.valid.next = self.write.val() && (self.is_reaction.val() || self.is_minimum.val());
        self.set.timer.next = self.read.timer.val();
        self.set.increase.next = self.read.increase.val();
        self.set.trigger.next = self.read.trigger.val();
        self.set.min.next = self.data.val() >> self.min_at.val();
        if self.place.val().get_bit(0) {
            self.set.timer.next = self.data.val() >> self.timer_at.val();
            self.set.increase.next = self.data.val() >> self.increase_at.val();
            self.set.trigger.next = self.data.val() >> 0;
            self.set.min.next = self.read.min.val();
        }
        self.write_valid.next = self.write.val() && self.is_entry.val();
        self.write_index.next = self.read.index.val();
        self.write_entry.next = self.data.val() >> 0;

        self.timer_part.next = self.read.timer.val();
        self.increase_part.next = self.read.increase.val();
        self.reaction.next = self.read.trigger.val();
        self.reaction.next = self.reaction.val()
            | (self.timer_part.val() << self.timer_at.val())
            | (self.increase_part.val() << self.increase_at.val());
        self.minimum.next = self.read.min.val();
        self.minimum.next = self.minimum.val() << self.min_at.val();
        self.word.next = 0.into();
        if self.is_reaction.val() {
            self.word.next = self.reaction.val();
        }
        if self.is_minimum.val() {
            self.word.next = self.minimum.val();
        }
        if self.is_entry.val() {
            self.word.next = self.read.entry.val();
        }
    }
}
