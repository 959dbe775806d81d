//! Entries in distributed RAM.

use super::LID_BITS;
use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// Copy of a forwarding table in distributed RAM, with its read data in the cycle of the
    /// lookup.
    pub struct FastEntries(config: &Forwarding, bits: usize) as "tailback_forwarding_fast" {
        /// Lower bits of a LID, which select an entry.
        count address_bits = config.address_bits();

        /// An entry is written.
        input write;
        /// LID of the entry that is written.
        input write_address[config.address_bits()];
        /// Entry that is written.
        input write_entry[bits];
        /// LID that is looked up.
        input lid[LID_BITS];
        /// LID `lid` has an entry.
        output has_entry;
        /// Entry of LID `lid`, as it was before a write in this cycle.
        output entry[bits];

        /// Upper bits of the LID, which are 0 if it has an entry.
        local high_bits[LID_BITS - config.address_bits()];
        /// Entries, addressed by LID.
        lut_memory(config.entries()) entries[bits];
    }
    connect {
        entries: write, write_address, write_data = write_entry, read_data = entry;
    }
}

impl Logic for FastEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.high_bits.next = self.lid.val() >> self.address_bits.val();
        self.has_entry.next = self.high_bits.val() == 0;
        self.entries.read_address.next = self.lid.val() >> 0;
    }
}
