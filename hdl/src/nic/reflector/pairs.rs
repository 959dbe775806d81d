//! The table of connected queue pairs.

use crate::prelude::*;
use tailback_spec::nic::reflector::QP_BITS;
use tailback_spec::nic::Nic;

/// Bits of an entry: from bit 0, the remote queue pair, and whether the flow is connected.
const ENTRY_BITS: usize = QP_BITS + 1;

block! {
    /// Table of the remote queue pair (QP) of each connected flow.
    pub struct QueuePairs(nic: &Nic) as "tailback_reflector_pairs" {
        /// Number of the last flow.
        count last = nic.flows() - 1;
        /// Bits of a QP number.
        count qp_bits = QP_BITS;

        /// An entry is written.
        input write;
        /// Flow of the written entry.
        input write_flow[nic.flow_bits()];
        /// The flow of the written entry is connected.
        input write_valid;
        /// Remote QP of the written entry.
        input write_qp[QP_BITS];
        /// Flow whose entry is read.
        input flow[nic.flow_bits()];
        /// High while the entries are cleared after reset.
        output_reg clearing = true;
        /// Flow whose entry is cleared.
        output_reg cleared[nic.flow_bits()];
        /// The flow whose entry was read in the cycle before is connected; data written in that
        /// cycle counts.
        output valid;
        /// Remote QP of the flow whose entry was read in the cycle before.
        output qp[QP_BITS];

        /// Entry memory write data.
        local entry[ENTRY_BITS];
        /// Entry that was read in the cycle before.
        local found[ENTRY_BITS];
        /// The entry that was read in the cycle before was written in that cycle.
        reg meets;
        /// Entry memory write data of the cycle before.
        reg passing[ENTRY_BITS];
        /// Entry of each flow: remote QP, and whether the flow is connected.
        memory(nic.flows()) entries[ENTRY_BITS];
    }
    connect {
        entries: write_data = entry, read_address = flow;
    }
}

impl Logic for QueuePairs {
    #[hdl_gen]
    fn update(&mut self) {
        if self.clearing.val() {
            self.cleared.next = self.cleared.val() + 1;
            if self.cleared.val() == self.last.val() {
                self.clearing.next = false;
            }
        }
        self.entry.next = 0.into();
        if !self.clearing.val() {
            self.entry.next = self.write_qp.val();
            self.entry.next =
                self.entry.val().replace_bit(self.qp_bits.val(), self.write_valid.val());
        }
        self.entries.write.next = self.clearing.val() || self.write.val();
        if self.clearing.val() {
            self.entries.write_address.next = self.cleared.val();
        } else {
            self.entries.write_address.next = self.write_flow.val();
        }
        self.entries.read.next = true;

        comment!("Reads do not count while the entries are being cleared.");
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
