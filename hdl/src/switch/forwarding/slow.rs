//! Entries that answer in the cycle after the question.

use super::LID_BITS;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// A write to a forwarding table, a cycle later.
    pub struct LateWrite(address_bits: usize, bits: usize) as "tailback_forwarding_late" {
        /// An entry is written.
        input write;
        /// Its LID.
        input write_address[address_bits];
        /// The entry.
        input write_entry[bits];
        /// An entry was written in the cycle before.
        output late_write;
        /// Its LID.
        output late_address[address_bits];
        /// The entry.
        output late_entry[bits];

        /// An entry was written in the cycle before.
        reg write_reg;
        /// Its LID.
        reg address_reg[address_bits];
        /// The entry.
        reg entry_reg[bits];
    }
}

impl Logic for LateWrite {
    #[hdl_gen]
    fn update(&mut self) {
        self.write_reg.next = self.write.val();
        self.address_reg.next = self.write_address.val();
        self.entry_reg.next = self.write_entry.val();
        self.late_write.next = self.write_reg.val();
        self.late_address.next = self.address_reg.val();
        self.late_entry.next = self.entry_reg.val();
    }
}

block! {
    /// A copy of a forwarding table that answers in the cycle after the question, from block RAM.
    ///
    /// Block RAM gives no answer for a word that is being written, but the entry before the write is
    /// asked for. So the write comes a cycle late, and a question that meets it there gets what is
    /// written, which the entry is by then.
    pub struct SlowEntries(config: &Forwarding, bits: usize) as "tailback_forwarding_slow" {
        /// Bits of a LID that has an entry.
        count address_bits = config.address_bits();

        /// Entries are being cleared.
        input clearing;
        /// An entry was written in the cycle before.
        input late_write;
        /// Its LID.
        input late_address[config.address_bits()];
        /// The entry.
        input late_entry[bits];
        /// The LID that is asked for.
        input lid[LID_BITS];
        /// The LID of the cycle before has an entry, and was not asked for while entries were being
        /// cleared.
        output has_entry;
        /// That entry, as it was then.
        output entry[bits];

        /// The LID that is asked for, as an address.
        local address[config.address_bits()];
        /// Bits of the LID that are 0 if it has an entry.
        local high_bits[LID_BITS - config.address_bits()];
        /// The entries.
        memory(config.entries()) entries[bits];
        /// The LID of the cycle before has an entry.
        reg has_entry_reg;
        /// The answer is the entry that was being written.
        reg forwarded;
        /// That entry.
        reg forwarded_entry[bits];
    }
}

impl Logic for SlowEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.high_bits.next = self.lid.val() >> self.address_bits.val();
        self.has_entry_reg.next = self.high_bits.val() == 0 && !self.clearing.val();
        self.has_entry.next = self.has_entry_reg.val();

        self.address.next = self.lid.val() >> 0;
        self.entries.write.next = self.late_write.val();
        self.entries.write_address.next = self.late_address.val();
        self.entries.write_data.next = self.late_entry.val();
        self.entries.read.next = true;
        self.entries.read_address.next = self.address.val();

        self.forwarded.next =
            self.late_write.val() && self.address.val() == self.late_address.val();
        self.forwarded_entry.next = self.late_entry.val();
        self.entry.next = self.entries.read_data.val();
        if self.forwarded.val() {
            comment!("The memory gave no answer.");
            self.entry.next = self.forwarded_entry.val();
        }
    }
}
