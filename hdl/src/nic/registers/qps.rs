//! Remote queue pairs of flows.

use super::layout::{field, WORD};
use crate::prelude::*;
use tailback_spec::nic::registers::QP_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Holds a copy of the remote queue pair (QP) of each flow for reads, and reports writes to the
    /// reflector, which uses them.
    pub struct QpRegisters(nic: &Nic) as "tailback_qp_registers" {
        /// Valid bit of an entry in its register.
        count valid_bit = field::QP_VALID;
        /// Valid bit of an entry in the memory.
        count top_bit = QP_BITS;

        /// Entries are being cleared.
        input clearing;
        /// Flow whose entry is cleared.
        input clear_flow[nic.flow_bits()];
        /// Legal write takes effect.
        input write;
        /// Flow of the entry that is accessed.
        input flow[nic.flow_bits()];
        /// Valid bit to be written.
        input new_valid;
        /// Number of the remote queue pair to be written.
        input new_number[QP_BITS];
        /// Accessed register is an entry.
        input is_qp;
        /// Accessed register is a word of an event in the log.
        input is_logged;
        /// Flow of the event in the log.
        input logged_flow[nic.flow_bits()];
        /// Entry is read.
        input read;

        /// Entry is written.
        output qp_write;
        /// Remote queue pair of the entry that was read last.
        output number[QP_BITS];
        /// Read data of the accessed register; 0 if it is no entry.
        output word[WORD];

        /// Entry to be written.
        local written[QP_BITS + 1];
        /// Flow whose entry is read.
        local read_flow[nic.flow_bits()];
        /// Entry read last, as its register shows it.
        local entry[WORD];
        /// Remote queue pair of each flow, and its valid bit.
        memory(nic.flows()) entries[QP_BITS + 1];
    }
    connect {
        entries: read, read_address = read_flow;
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
