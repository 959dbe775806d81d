//! Whom flows talk to.

use super::layout::{field, PLACE_BITS, WORD};
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
        /// Where it is, in words.
        input place[PLACE_BITS];
        /// What.
        input data[WORD];
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
        /// Of this flow.
        output qp_write_flow[nic.flow_bits()];
        /// It counts.
        output qp_write_valid;
        /// The queue pair at the other end.
        output qp_write_number[QP_BITS];
        /// The queue pair of the entry that was read last.
        output number[QP_BITS];
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// What is written.
        local written[QP_BITS + 1];
        /// The flow.
        local flow[nic.flow_bits()];
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
        self.qp_write_flow.next = self.place.val() >> 0;
        self.qp_write_valid.next = self.data.val().get_bit(self.valid_bit.val());
        self.qp_write_number.next = self.data.val() >> 0;
        self.written.next = self.qp_write_number.val();
        self.written.next =
            self.written.val().replace_bit(self.top_bit.val(), self.qp_write_valid.val());

        self.entries.write.next = self.clearing.val() || self.qp_write.val();
        self.entries.write_address.next = self.qp_write_flow.val();
        self.entries.write_data.next = self.written.val();
        if self.clearing.val() {
            self.entries.write_address.next = self.clear_flow.val();
            self.entries.write_data.next = 0.into();
        }
        self.flow.next = self.place.val() >> 0;
        if self.is_logged.val() {
            self.flow.next = self.logged_flow.val();
        }
        self.entries.read.next = self.read.val();
        self.entries.read_address.next = self.flow.val();
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
