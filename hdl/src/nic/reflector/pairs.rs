//! Which queue pairs are connected.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::reflector::QP_BITS;
use tailback_spec::nic::Nic;

/// Bits of an entry: from bit 0, the remote queue pair, and whether there is one.
const ENTRY_BITS: usize = QP_BITS + 1;

block! {
    /// Knows the remote queue pair (QP) of each flow that is connected.
    pub struct QueuePairs(nic: &Nic) as "tailback_reflector_pairs" {
        /// The last flow.
        count last = nic.flows() - 1;
        /// Bits of a QP.
        count qp_bits = QP_BITS;

        /// An entry is written.
        input write;
        /// That of this flow.
        input write_flow[nic.flow_bits()];
        /// It is connected.
        input write_valid;
        /// To this QP.
        input write_qp[QP_BITS];
        /// The flow that is asked for.
        input flow[nic.flow_bits()];
        /// Entries are being cleared.
        output clearing;
        /// Flow whose entry is cleared.
        output cleared[nic.flow_bits()];
        /// The flow that was asked for in the cycle before is connected; what is written to it there
        /// counts.
        output valid;
        /// To this QP.
        output qp[QP_BITS];

        /// What is written.
        local entry[ENTRY_BITS];
        /// What was asked for.
        local found[ENTRY_BITS];
        /// Entries are being cleared.
        reg clearing_reg = true;
        /// Which one.
        reg clear_at[nic.flow_bits()];
        /// The entry was written that was asked for in the cycle before.
        reg meets;
        /// What was written.
        reg passing[ENTRY_BITS];
        /// The entries.
        memory(nic.flows()) entries[ENTRY_BITS];
    }
}

impl Logic for QueuePairs {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clearing_reg.val();
        self.cleared.next = self.clear_at.val();
        if self.clearing_reg.val() {
            self.clear_at.next = self.clear_at.val() + 1;
            if self.clear_at.val() == self.last.val() {
                self.clearing_reg.next = false;
            }
        }
        for at in 0..self.qp_bits.val() {
            self.entry.next = self
                .entry
                .val()
                .replace_bit(at, self.write_qp.val().get_bit(at) && !self.clearing_reg.val());
        }
        self.entry.next = self
            .entry
            .val()
            .replace_bit(self.qp_bits.val(), self.write_valid.val() && !self.clearing_reg.val());
        self.entries.write.next = self.clearing_reg.val() || self.write.val();
        self.entries.write_data.next = self.entry.val();
        if self.clearing_reg.val() {
            self.entries.write_address.next = self.clear_at.val();
        } else {
            self.entries.write_address.next = self.write_flow.val();
        }
        self.entries.read.next = true;
        self.entries.read_address.next = self.flow.val();

        comment!("Nothing is asked for while entries are being cleared.");
        self.meets.next = self.write.val() && self.write_flow.val() == self.flow.val();
        self.passing.next = self.entry.val();
        self.found.next = self.entries.read_data.val();
        if self.meets.val() {
            self.found.next = self.passing.val();
        }
        self.valid.next = self.found.val().get_bit(self.qp_bits.val());
        self.qp.next = self.found.val() >> 0;
    }
}
