//! Constant registers, number of the first queue pair, and time stamp.

use super::layout::{field, WORD};
use crate::prelude::*;
use tailback_spec::nic::registers::QP_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Holds qp_base, and reads it, the constant registers, and the time stamp.
    pub struct NicSettings(nic: &Nic) as "tailback_nic_settings" {
        /// Flows.
        count flows = nic.flows();

        /// Legal write takes effect.
        input write;
        /// Write data: the bits that belong to a field.
        input data[QP_BITS];
        /// Value of the accessed register if it is constant, else 0.
        input constant[WORD];
        /// Accessed register is qp_base.
        input is_qp_base;
        /// Accessed register is flow_select.
        input is_select;
        /// Accessed register is the time stamp.
        input is_stamp;
        /// Time in ticks of 1.024 us.
        input time_stamp[WORD];

        /// Write data is in the range of the accessed register.
        output in_range;
        /// Queue pair number of flow 0.
        output_reg qp_base[QP_BITS];
        /// Read data; 0 if the accessed register is not in this module.
        output word[WORD];

        /// Flow in the write data.
        local new_flow[field::SELECT_BITS];
        /// Flow in the write data, one bit wider.
        local wide_flow[field::SELECT_BITS + 1];
    }
}

impl Logic for NicSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_flow.next = self.data.val() >> 0;
        self.wide_flow.next = self.new_flow.val();
        self.in_range.next = !self.is_select.val() || self.wide_flow.val() < self.flows.val();
        if self.write.val() && self.is_qp_base.val() {
            self.qp_base.next = self.data.val();
        }
        self.word.next = self.constant.val();
        if self.is_qp_base.val() {
            self.word.next = self.qp_base.val();
        }
        if self.is_stamp.val() {
            self.word.next = self.time_stamp.val();
        }
    }
}
