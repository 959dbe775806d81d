//! Whom flows talk to.

use super::layout::{field, WORD};
use crate::prelude::*;
use tailback_spec::nic::registers::QP_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Holds whom each flow talks to, to be read, and tells who uses it what is written.
    pub struct QpRegisters(nic: &Nic) as "tailback_qp_registers" {
        /// The bit that makes an entry count.
        count valid_bit = field::QP_VALID;
        /// The same in the memory.
        count top_bit = QP_BITS;

        /// Entries are being cleared.
        input clearing;
        /// That of which flow.
        input clear_flow[nic.flow_bits()];
        /// Something is written.
        input write;
        /// The flow.
        input flow[nic.flow_bits()];
        /// The entry counts.
        input new_valid;
        /// The queue pair at the other end.
        input new_number[QP_BITS];
        /// It is an entry.
        input is_qp;
        /// It is an event in the log.
        input is_logged;
        /// Of this flow.
        input logged_flow[nic.flow_bits()];
        /// The entry is read.
        input read;

        /// An entry is written.
        output qp_write;
        /// The queue pair of the entry that was read last.
        output number[QP_BITS];
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// What is written.
        local written[QP_BITS + 1];
        /// Whose entry is read.
        local read_flow[nic.flow_bits()];
        /// The entry that is read.
        local entry[WORD];
        /// The entries.
        memory(nic.flows()) entries[QP_BITS + 1];
    }
}

impl Logic for QpRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.qp_write.next = self.write.val() && self.is_qp.val();
        self.written.next = self.new_number.val();
        self.written.next =
            self.written.val().replace_bit(self.top_bit.val(), self.new_valid.val());

        self.entries.write.next = self.clearing.val() || self.qp_write.val();
        self.entries.write_address.next = self.flow.val();
        self.entries.write_data.next = self.written.val();
        if self.clearing.val() {
            self.entries.write_address.next = self.clear_flow.val();
            self.entries.write_data.next = 0.into();
        }
        self.read_flow.next = self.flow.val();
        if self.is_logged.val() {
            self.read_flow.next = self.logged_flow.val();
        }
        self.entries.read.next = self.read.val();
        self.entries.read_address.next = self.read_flow.val();
        self.number.next = self.entries.read_data.val() >> 0;
        self.entry.next = self.number.val();
        self.entry.next = self.entry.val().replace_bit(
            self.valid_bit.val(),
            self.entries.read_data.val().get_bit(self.top_bit.val()),
        );
        self.word.next = 0.into();
        if self.is_qp.val() {
            self.word.next = self.entry.val();
        }
    }
}
