//! The table itself.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{index_bits, CctEntry};
use tailback_spec::nic::Nic;

block! {
    /// Copy of the table. Read data appears in the next cycle; an entry that is written in the
    /// cycle of its read delivers the new data.
    pub struct TableEntries(nic: &Nic) as "tailback_cct_entries" {
        /// High while all entries are cleared; none is read then.
        input clearing;
        /// Index of the entry that is cleared.
        input clear_index[index_bits(nic)];
        /// An entry is written.
        input write;
        /// Index of the entry that is written.
        input write_index[index_bits(nic)];
        /// Entry to be written.
        input write_entry[CctEntry::BITS];
        /// An entry is read.
        input read;
        /// Index of the entry that is read.
        input read_index[index_bits(nic)];
        /// The entry that was read in the cycle before; 0 if none was.
        output entry[CctEntry::BITS];

        /// The entry that was read in the cycle before was written in that cycle.
        reg meets;
        /// Entry that was written in the cycle before.
        reg passing[CctEntry::BITS];
        /// Entries of the table.
        cleared_memory(nic.cct_entries()) entries[CctEntry::BITS];
    }
    connect {
        entries: read, read_address = read_index;
    }
}

impl Logic for TableEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.entries.write.next = self.clearing.val() || self.write.val();
        self.entries.write_address.next = self.write_index.val();
        self.entries.write_data.next = self.write_entry.val();
        if self.clearing.val() {
            self.entries.write_address.next = self.clear_index.val();
            self.entries.write_data.next = 0.into();
        }
        self.meets.next =
            self.write.val() && self.read.val() && self.write_index.val() == self.read_index.val();
        self.passing.next = self.write_entry.val();
        self.entry.next = self.entries.read_data.val();
        if self.meets.val() {
            self.entry.next = self.passing.val();
        }
    }
}
