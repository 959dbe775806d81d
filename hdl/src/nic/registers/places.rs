//! Which register is at an address.

use super::layout::{
    constants, page, place, BYTE_BITS, OFFSET_BITS, PAGE_BITS, PLACE_BITS, VALUES, WORD,
};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::registers::{counter_turns, rate, Rate, ADDRESS_BITS, TURNS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::address;

/// A bit for each turn that is that of a counter.
fn named() -> u128 {
    counter_turns().into_iter().fold(0, |named, turn| named | 1 << turn)
}

block! {
    /// Says, in the cycle after, which register of any NIC is at a place; and in the one after that,
    /// whether there is one at all, and one to be written.
    pub struct NicPlaces(nic: &Nic) as "tailback_nic_places" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Bits of a place within an attribute.
        count offset_bits = OFFSET_BITS;
        /// Service levels have CCTIs.
        choice by_level = rate(nic) == Rate::OfLevel;
        /// "TLBN".
        param identification[WORD] = constants(nic)[0];
        /// Version of the map.
        param version[WORD] = constants(nic)[1];
        /// What there is.
        param capabilities[WORD] = constants(nic)[2];
        /// Widths.
        param datapath[WORD] = constants(nic)[3];
        /// Frequency of the clock.
        param frequency[WORD] = constants(nic)[4];
        /// The turns that are those of counters.
        param named[TURNS] = named();
        /// Where registers are.
        count qp_base_address = address::QP_BASE as usize;
        /// Where the selection of a flow is.
        count select_address = address::FLOW_SELECT as usize;
        /// Where the first value of the flow is.
        count value_place = place(address::FLOW);
        /// How many there are.
        count values = if rate(nic) == Rate::OfLevel { VALUES - 1 } else { VALUES };
        /// All that there could be.
        count all_values = VALUES;
        /// The CCTI of the first service level.
        count level_place = place(address::SERVICE_LEVEL_CCTI);
        /// Behind that of the last one.
        count level_end = place(address::SERVICE_LEVEL_CCTI) + Nic::SERVICE_LEVELS;
        /// The attribute that counters would have.
        count counter_page = page(address::TRAFFIC);
        /// Words of counters.
        count turns = TURNS;
        /// TimeStamp.
        count stamp_place = place(address::TIME_STAMP);
        /// The first queue pair.
        count qp_place = place(address::QPS);
        /// Behind the last one.
        count qp_end = place(address::QPS) + nic.flows();

        /// The address of a word.
        input address[ADDRESS_BITS];

        /// What the register holds if that never changes, else 0.
        output constant[WORD];
        /// It is the number of flow 0's queue pair,
        output is_qp_base;
        /// the selection of a flow,
        output is_select;
        /// this value of the flow,
        output(VALUES) is_value;
        /// the CCTI of a service level,
        output is_level;
        /// a counter of the port,
        output is_counter;
        /// the time,
        output is_stamp;
        /// a queue pair.
        output is_qp;
        /// There is a register.
        output exists;
        /// It has something to be written.
        output writable;

        /// The address, in words.
        local place[PLACE_BITS];
        /// The same with a bit more, so that the end of the map is a number, too.
        local wide[PLACE_BITS + 1];
        /// Its high bits.
        local page[PAGE_BITS];
        /// Its low bits.
        local offset[OFFSET_BITS];
        /// Some value.
        local some_value;
        /// Some register that can be written.
        local some_written;

        /// See the outputs.
        reg constant_reg[WORD];
        /// Likewise.
        reg qp_base_reg;
        /// Likewise.
        reg select_reg;
        /// Likewise.
        reg(VALUES) value_reg;
        /// Likewise.
        reg level_reg;
        /// Likewise.
        reg counter_reg;
        /// Likewise.
        reg stamp_reg;
        /// Likewise.
        reg qp_reg;
        /// Likewise.
        reg exists_reg;
        /// Likewise.
        reg writable_reg;
    }
}

impl Logic for NicPlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.wide.next = self.place.val();
        self.page.next = self.place.val() >> self.offset_bits.val();
        self.offset.next = self.place.val() >> 0;

        self.constant_reg.next = 0.into();
        if self.place.val() == 0 {
            self.constant_reg.next = self.identification.val();
        }
        if self.place.val() == 1 {
            self.constant_reg.next = self.version.val();
        }
        if self.place.val() == 2 {
            self.constant_reg.next = self.capabilities.val();
        }
        if self.place.val() == 3 {
            self.constant_reg.next = self.datapath.val();
        }
        if self.place.val() == 4 {
            self.constant_reg.next = self.frequency.val();
        }
        self.qp_base_reg.next = self.address.val() == self.qp_base_address.val();
        self.select_reg.next = self.address.val() == self.select_address.val();
        for value in 0..self.all_values.val() {
            self.value_reg[value].next = false;
        }
        for value in 0..self.values.val() {
            self.value_reg[value].next = self.place.val() == self.value_place.val() + value;
        }
        self.level_reg.next = false;
        if self.by_level.val() {
            self.level_reg.next = self.place.val() >= self.level_place.val()
                && self.place.val() < self.level_end.val();
        }
        self.counter_reg.next = self.page.val() == self.counter_page.val()
            && self.offset.val() < self.turns.val()
            && self.named.val().get_bit(self.offset.val().index());
        self.stamp_reg.next = self.place.val() == self.stamp_place.val();
        self.qp_reg.next =
            self.wide.val() >= self.qp_place.val() && self.wide.val() < self.qp_end.val();

        self.constant.next = self.constant_reg.val();
        self.is_qp_base.next = self.qp_base_reg.val();
        self.is_select.next = self.select_reg.val();
        self.some_value.next = false;
        for value in 0..self.all_values.val() {
            self.is_value[value].next = self.value_reg[value].val();
            self.some_value.next = self.some_value.val() || self.value_reg[value].val();
        }
        self.is_level.next = self.level_reg.val();
        self.is_counter.next = self.counter_reg.val();
        self.is_stamp.next = self.stamp_reg.val();
        self.is_qp.next = self.qp_reg.val();

        self.some_written.next =
            self.qp_base_reg.val() || self.select_reg.val() || self.qp_reg.val();
        self.writable_reg.next = self.some_written.val();
        comment!("None of the registers that never change holds 0.");
        self.exists_reg.next = self.some_written.val()
            || self.constant_reg.val().any()
            || self.some_value.val()
            || self.level_reg.val()
            || self.counter_reg.val()
            || self.stamp_reg.val();

        self.exists.next = self.exists_reg.val();
        self.writable.next = self.writable_reg.val();
    }
}
