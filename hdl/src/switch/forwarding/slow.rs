//! Entries in block RAM, with their read data in the cycle after the lookup.

use super::LID_BITS;
use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// Delays writes to a forwarding table by one cycle.
    pub struct LateWrite(address_bits: usize, bits: usize) as "tailback_forwarding_late" {
        /// An entry is written.
        input write;
        /// LID of the entry that is written.
        input write_address[address_bits];
        /// Entry that is written.
        input write_entry[bits];
        /// An entry was written in the previous cycle.
        output_reg late_write;
        /// LID of the entry that was written in the previous cycle.
        output_reg late_address[address_bits];
        /// Entry that was written in the previous cycle.
        output_reg late_entry[bits];
    }
}

impl Logic for LateWrite {
    #[hdl_gen]
    fn update(&mut self) {
        self.late_write.next = self.write.val();
        self.late_address.next = self.write_address.val();
        self.late_entry.next = self.write_entry.val();
    }
}

block! {
    /// Copy of a forwarding table in block RAM, with its read data in the cycle after the lookup.
    ///
    /// The read data of block RAM is unknown for an address that is being written, but a lookup
    /// gets the entry from before the write. So the write is delayed by one cycle, and a lookup of
    /// the same address in the cycle of the delayed write gets the write data, which is the entry
    /// by then.
    pub struct SlowEntries(config: &Forwarding, bits: usize) as "tailback_forwarding_slow" {
        /// Lower bits of a LID, which select an entry.
        count address_bits = config.address_bits();

        /// Entries are being cleared.
        input clearing;
        /// An entry was written in the previous cycle.
        input late_write;
        /// LID of the entry that was written in the previous cycle.
        input late_address[config.address_bits()];
        /// Entry that was written in the previous cycle.
        input late_entry[bits];
        /// LID that is looked up.
        input lid[LID_BITS];
        /// The LID of the previous cycle has an entry, and was not looked up while entries were
        /// being cleared.
        output_reg has_entry;
        /// Entry of the LID of the previous cycle, as it was in that cycle.
        output entry[bits];

        /// Address of the LID that is looked up.
        local address[config.address_bits()];
        /// Upper bits of the LID, which are 0 if it has an entry.
        local high_bits[LID_BITS - config.address_bits()];
        /// Entries, addressed by LID.
        memory(config.entries()) entries[bits];
        /// The entry of the LID of the previous cycle was being written in that cycle.
        reg forwarded;
        /// Entry that was being written in the previous cycle.
        reg forwarded_entry[bits];
    }
    connect {
        entries: write = late_write, write_address = late_address, write_data = late_entry,
            read_address = address;
    }
}

impl Logic for SlowEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.high_bits.next = self.lid.val() >> self.address_bits.val();
        self.has_entry.next = self.high_bits.val() == 0 && !self.clearing.val();

        self.address.next = self.lid.val() >> 0;
        self.entries.read.next = true;

        self.forwarded.next =
            self.late_write.val() && self.address.val() == self.late_address.val();
        self.forwarded_entry.next = self.late_entry.val();
        self.entry.next = self.entries.read_data.val();
        if self.forwarded.val() {
            comment!("The read data of the memory is unknown.");
            self.entry.next = self.forwarded_entry.val();
        }
    }
}
