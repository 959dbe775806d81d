//! Address decoder of the registers of every NIC.

use super::layout::{
    constants, page, place, BYTE_BITS, OFFSET_BITS, PAGE_BITS, PLACE_BITS, VALUES, WORD,
};
use crate::prelude::*;
use tailback_spec::nic::registers::{counter_turns, rate, Rate, ADDRESS_BITS, TURNS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::address;

/// One bit per slot: the slot is that of a counter.
fn named() -> u128 {
    counter_turns().into_iter().fold(0, |named, turn| named | 1 << turn)
}

block! {
    /// Decodes, within one cycle, which register of every NIC is at an address, and, one cycle
    /// later, if there is one at all, and if it can be written.
    pub struct NicPlaces(nic: &Nic) as "tailback_nic_places" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Bits of a word address within an attribute.
        count offset_bits = OFFSET_BITS;
        /// Service levels have CCTIs.
        choice by_level = rate(nic) == Rate::OfLevel;
        /// Value of identification: "TLBN".
        param identification[WORD] = constants(nic)[0];
        /// Value of version: version of the map.
        param version[WORD] = constants(nic)[1];
        /// Value of capabilities: flows, window, response and options.
        param capabilities[WORD] = constants(nic)[2];
        /// Value of datapath: beats of the longest packet, bytes of a beat.
        param datapath[WORD] = constants(nic)[3];
        /// Value of clock: frequency of the clock in Hz.
        param frequency[WORD] = constants(nic)[4];
        /// One bit per slot: the slot is that of a counter.
        param named[TURNS] = named();
        /// Address of qp_base.
        count qp_base_address = address::QP_BASE as usize;
        /// Address of flow_select.
        count select_address = address::FLOW_SELECT as usize;
        /// Word address of the first value of the selected flow.
        count value_place = place(address::FLOW);
        /// Registers of the values of a flow in this NIC.
        count values = if rate(nic) == Rate::OfLevel { VALUES - 1 } else { VALUES };
        /// Registers of the values of a flow in any NIC.
        count all_values = VALUES;
        /// Word address of the CCTI of the first service level.
        count level_place = place(address::SERVICE_LEVEL_CCTI);
        /// Word address behind the CCTI of the last service level.
        count level_end = place(address::SERVICE_LEVEL_CCTI) + Nic::SERVICE_LEVELS;
        /// Attribute number of the counters of the port.
        count counter_page = page(address::TRAFFIC);
        /// Words of the counters of the port.
        count turns = TURNS;
        /// Word address of TimeStamp.
        count stamp_place = place(address::TIME_STAMP);
        /// Word address of the first queue pair.
        count qp_place = place(address::QPS);
        /// Word address behind the last queue pair.
        count qp_end = place(address::QPS) + nic.flows();

        /// Address of the access in bytes.
        input address[ADDRESS_BITS];

        /// Value of the register if it is constant, else 0.
        output_reg constant[WORD];
        /// Register is qp_base, the number of the queue pair of flow 0.
        output_reg is_qp_base;
        /// Register is flow_select.
        output_reg is_select;
        /// One bit per value: the register is that value of the selected flow.
        output_reg(VALUES) is_value;
        /// Register is the CCTI of a service level.
        output_reg is_level;
        /// Register is a counter of the port.
        output_reg is_counter;
        /// Register is TimeStamp.
        output_reg is_stamp;
        /// Register is the queue pair of a flow.
        output_reg is_qp;
        /// Register exists; one cycle later than the other decodes.
        output_reg exists;
        /// Register can be written; one cycle later than the other decodes.
        output_reg writable;

        /// Word address.
        local place[PLACE_BITS];
        /// Word address, one bit wider so that the end of the map fits.
        local wide[PLACE_BITS + 1];
        /// Attribute: the high bits of the word address.
        local page[PAGE_BITS];
        /// Word of the attribute: the low bits of the word address.
        local offset[OFFSET_BITS];
        /// Register is a value of the selected flow.
        local some_value;
        /// Register is one that can be written.
        local some_written;
    }
}

impl Logic for NicPlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.wide.next = self.place.val();
        self.page.next = self.place.val() >> self.offset_bits.val();
        self.offset.next = self.place.val() >> 0;

        self.constant.next = 0.into();
        if self.place.val() == 0 {
            self.constant.next = self.identification.val();
        }
        if self.place.val() == 1 {
            self.constant.next = self.version.val();
        }
        if self.place.val() == 2 {
            self.constant.next = self.capabilities.val();
        }
        if self.place.val() == 3 {
            self.constant.next = self.datapath.val();
        }
        if self.place.val() == 4 {
            self.constant.next = self.frequency.val();
        }
        self.is_qp_base.next = self.address.val() == self.qp_base_address.val();
        self.is_select.next = self.address.val() == self.select_address.val();
        for value in 0..self.all_values.val() {
            self.is_value[value].next = false;
        }
        for value in 0..self.values.val() {
            self.is_value[value].next = self.place.val() == self.value_place.val() + value;
        }
        self.is_level.next = false;
        if self.by_level.val() {
            self.is_level.next = self.place.val() >= self.level_place.val()
                && self.place.val() < self.level_end.val();
        }
        self.is_counter.next = self.page.val() == self.counter_page.val()
            && self.offset.val() < self.turns.val()
            && self.named.val().get_bit(self.offset.val().index());
        self.is_stamp.next = self.place.val() == self.stamp_place.val();
        self.is_qp.next =
            self.wide.val() >= self.qp_place.val() && self.wide.val() < self.qp_end.val();

        self.some_value.next = false;
        for value in 0..self.all_values.val() {
            self.some_value.next = self.some_value.val() || self.is_value[value].val();
        }

        self.some_written.next = self.is_qp_base.val() || self.is_select.val() || self.is_qp.val();
        self.writable.next = self.some_written.val();
        comment!("No constant register is 0.");
        self.exists.next = self.some_written.val()
            || self.constant.val().any()
            || self.some_value.val()
            || self.is_level.val()
            || self.is_counter.val()
            || self.is_stamp.val();
    }
}
