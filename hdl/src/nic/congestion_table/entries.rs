//! The table itself.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{index_bits, CctEntry};
use tailback_spec::nic::Nic;

block! {
    /// A copy of the table. An entry that is read shows itself in the next cycle, and so does what is
    /// written to it as it is read.
    pub struct TableEntries(nic: &Nic) as "tailback_cct_entries" {
        /// All are being cleared; then none is read.
        input clearing;
        /// Which one.
        input clear_index[index_bits(nic)];
        /// An entry is written.
        input write;
        /// Which one.
        input write_index[index_bits(nic)];
        /// What.
        input write_entry[CctEntry::BITS];
        /// An entry is read.
        input read;
        /// Which one.
        input read_index[index_bits(nic)];
        /// The entry that was read in the cycle before; 0 if none was.
        output entry[CctEntry::BITS];

        /// An entry is written, or cleared.
        local writes;
        /// Which one.
        local write_at[index_bits(nic)];
        /// What.
        local write_data[CctEntry::BITS];
        /// In the cycle before, the entry was written that was read.
        reg meets;
        /// What was written.
        reg passing[CctEntry::BITS];
        /// The entries.
        cleared_memory(nic.cct_entries()) entries[CctEntry::BITS];
    }
}

impl Logic for TableEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.writes.next = self.clearing.val() || self.write.val();
        self.write_at.next = self.write_index.val();
        self.write_data.next = self.write_entry.val();
        if self.clearing.val() {
            self.write_at.next = self.clear_index.val();
            self.write_data.next = 0.into();
        }
        self.entries.write.next = self.writes.val();
        self.entries.write_address.next = self.write_at.val();
        self.entries.write_data.next = self.write_data.val();
        self.entries.read.next = self.read.val();
        self.entries.read_address.next = self.read_index.val();
        self.meets.next =
            self.write.val() && self.read.val() && self.write_index.val() == self.read_index.val();
        self.passing.next = self.write_entry.val();
        self.entry.next = self.entries.read_data.val();
        if self.meets.val() {
            self.entry.next = self.passing.val();
        }
    }
}
