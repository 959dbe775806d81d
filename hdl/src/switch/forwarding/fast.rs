//! Entries in distributed RAM.

use super::LID_BITS;
use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// A copy of a forwarding table in distributed RAM, which answers in the cycle of the question.
    pub struct FastEntries(config: &Forwarding, bits: usize) as "tailback_forwarding_fast" {
        /// Bits of a LID that has an entry.
        count address_bits = config.address_bits();

        /// An entry is written.
        input write;
        /// Its LID.
        input write_address[config.address_bits()];
        /// The entry.
        input write_entry[bits];
        /// The LID that is asked for.
        input lid[LID_BITS];
        /// It has an entry.
        output has_entry;
        /// That entry, as it was before it is written in this cycle.
        output entry[bits];

        /// Bits of the LID that are 0 if it has an entry.
        local high_bits[LID_BITS - config.address_bits()];
        /// The entries.
        lut_memory(config.entries()) entries[bits];
    }
}

impl Logic for FastEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.high_bits.next = self.lid.val() >> self.address_bits.val();
        self.has_entry.next = self.high_bits.val() == 0;
        self.entries.write.next = self.write.val();
        self.entries.write_address.next = self.write_address.val();
        self.entries.write_data.next = self.write_entry.val();
        self.entries.read_address.next = self.lid.val() >> 0;
        self.entry.next = self.entries.read_data.val();
    }
}
