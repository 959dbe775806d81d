//! What every NIC has: what it is, the number of its queue pairs, and the time.

use super::layout::{field, WORD};
use crate::prelude::*;
use tailback_spec::nic::registers::QP_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Holds what every NIC has.
    pub struct NicSettings(nic: &Nic) as "tailback_nic_settings" {
        /// Flows.
        count flows = nic.flows();

        /// Something is written.
        input write;
        /// What; the bits that some field has.
        input data[QP_BITS];
        /// What is written or read, if that never changes, else 0.
        input constant[WORD];
        /// It is the number of flow 0's queue pair,
        input is_qp_base;
        /// the selection of a flow,
        input is_select;
        /// the time,
        input is_stamp;
        /// that is the time.
        input time_stamp[WORD];

        /// The data is in the range of the register.
        output in_range;
        /// Number of flow 0's queue pair.
        output qp_base[QP_BITS];
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// The flow in the data.
        local new_flow[field::SELECT_BITS];
        /// Likewise, and a bit more.
        local wide_flow[field::SELECT_BITS + 1];
        /// Number of flow 0's queue pair.
        reg base[QP_BITS];
    }
}

impl Logic for NicSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_flow.next = self.data.val() >> 0;
        self.wide_flow.next = self.new_flow.val();
        self.in_range.next = !self.is_select.val() || self.wide_flow.val() < self.flows.val();
        if self.write.val() && self.is_qp_base.val() {
            self.base.next = self.data.val();
        }
        self.qp_base.next = self.base.val();
        self.word.next = self.constant.val();
        if self.is_qp_base.val() {
            self.word.next = self.base.val();
        }
        if self.is_stamp.val() {
            self.word.next = self.time_stamp.val();
        }
    }
}
