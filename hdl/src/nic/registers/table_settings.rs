//! Settings of congestion control: what is kept here, and what is kept in the congestion table.

use super::layout::{field, OFFSET_BITS, SL_BITS, WORD};
use crate::prelude::*;
use tailback_spec::nic::registers::{index_bits, rate, Rate};
use tailback_spec::nic::Nic;

block! {
    /// Holds which service levels (SLs) are throttled, and the limit of the table.
    pub struct TableSettings(nic: &Nic) as "tailback_table_settings" {
        /// Service levels have CCTIs.
        param by_level[WORD] = u128::from(rate(nic) == Rate::OfLevel) << field::BY_LEVEL;
        /// Where a limit begins.
        count limit_at = field::LIMIT;
        /// Entries of the table.
        count entries = nic.cct_entries();

        /// Something is written.
        input write;
        /// What; the bits that some field has.
        input data[field::LIMIT + field::LIMIT_BITS];
        /// It is what is throttled,
        input is_control;
        /// the limit of the table.
        input is_limit;

        /// The data is in the range of the register.
        output in_range;
        /// SLs whose settings count.
        output control_map[Nic::SERVICE_LEVELS];
        /// The limit.
        output limit[field::WIDE_LIMIT_BITS];
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// The limit in the data.
        local new_limit[field::LIMIT_BITS];
        /// Likewise, and a bit more.
        local wide_limit[field::LIMIT_BITS + 1];
        /// What is throttled.
        local control[WORD];
        /// The limit, in its register.
        local limit_word[WORD];
        /// SLs whose settings count.
        reg map[Nic::SERVICE_LEVELS];
        /// The limit.
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
            self.map.next = self.data.val() >> 0;
        }
        if self.write.val() && self.is_limit.val() {
            self.held_limit.next = self.new_limit.val();
        }
        self.control_map.next = self.map.val();
        self.limit.next = self.held_limit.val();

        self.control.next = self.map.val();
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
    /// Writes and reads what the congestion table holds.
    ///
    /// The settings of a service level (SL) are in two registers, but are written all at once: what
    /// is not written is what the table holds.
    pub struct TableAccess(nic: &Nic) as "tailback_table_access" {
        /// Where settings begin in their registers.
        count timer_at = field::TIMER;
        /// Likewise.
        count increase_at = field::INCREASE;
        /// Likewise.
        count min_at = field::MIN;

        /// Something is written.
        input write;
        /// Where it is, in words; as much as tells entries apart.
        input place[index_bits(nic)];
        /// What.
        input data[WORD];
        /// It is how the CCTIs of an SL rise and fall,
        input is_reaction;
        /// where they begin,
        input is_minimum;
        /// an entry of the table.
        input is_entry;
        /// CCTI_Timer of `sl`.
        input read_timer[field::TIMER_BITS];
        /// CCTI_Increase of `sl`.
        input read_increase[field::STEP_BITS];
        /// Trigger_Threshold of `sl`.
        input read_trigger[field::STEP_BITS];
        /// CCTI_Min of `sl`.
        input read_min[field::STEP_BITS];
        /// The entry of `index`.
        input read_entry[field::ENTRY_BITS];

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

        /// Settings of SLs, counted from 0.
        local number[OFFSET_BITS];
        /// How CCTIs rise and fall.
        local reaction[WORD];
        /// Parts of it.
        local timer_part[WORD];
        /// Likewise.
        local increase_part[WORD];
        /// Where CCTIs begin.
        local minimum[WORD];
    }
}

impl Logic for TableAccess {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = self.place.val() >> 0;
        self.number.next = self.number.val() - 1;
        self.sl.next = self.number.val() >> 1;
        self.index.next = self.place.val() >> 0;

        self.set_valid.next = self.write.val() && (self.is_reaction.val() || self.is_minimum.val());
        self.set_timer.next = self.read_timer.val();
        self.set_increase.next = self.read_increase.val();
        self.set_trigger.next = self.read_trigger.val();
        self.set_min.next = self.data.val() >> self.min_at.val();
        if self.place.val().get_bit(0) {
            self.set_timer.next = self.data.val() >> self.timer_at.val();
            self.set_increase.next = self.data.val() >> self.increase_at.val();
            self.set_trigger.next = self.data.val() >> 0;
            self.set_min.next = self.read_min.val();
        }
        self.write_valid.next = self.write.val() && self.is_entry.val();
        self.write_entry.next = self.data.val() >> 0;

        self.timer_part.next = self.read_timer.val();
        self.increase_part.next = self.read_increase.val();
        self.reaction.next = self.read_trigger.val();
        self.reaction.next = self.reaction.val()
            | (self.timer_part.val() << self.timer_at.val())
            | (self.increase_part.val() << self.increase_at.val());
        self.minimum.next = self.read_min.val();
        self.minimum.next = self.minimum.val() << self.min_at.val();
        self.word.next = 0.into();
        if self.is_reaction.val() {
            self.word.next = self.reaction.val();
        }
        if self.is_minimum.val() {
            self.word.next = self.minimum.val();
        }
        if self.is_entry.val() {
            self.word.next = self.read_entry.val();
        }
    }
}
