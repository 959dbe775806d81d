//! Writes to the table, and the clearing of its entries.

use super::entry_bits;
use crate::prelude::*;
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

block! {
    /// Clears all entries after reset, one per cycle, and forwards writes after that.
    ///
    /// An entry has two forms: as it is read, and as it is looked up, where it is valid only if its
    /// port exists.
    pub struct TableWriter(config: &Forwarding) as "tailback_forwarding_writer" {
        /// LID of the last entry.
        count last = config.entries() - 1;
        /// Ports of the switch.
        count ports = config.ports();

        /// An entry is written; ignored while `clearing`.
        input write;
        /// LID of the entry that is written.
        input write_address[config.address_bits()];
        /// The entry that is written is valid.
        input write_valid;
        /// Output port in the entry that is written.
        input write_port[PORT_BITS];

        /// Entries are being cleared.
        output_reg clearing = true;
        /// An entry is written or cleared.
        output writes;
        /// LID of the entry that is written or cleared.
        output address[config.address_bits()];
        /// Entry as it is read: bit 0 is its valid bit, and above it is the port.
        output entry[PORT_BITS + 1];
        /// Entry as it is looked up: bit 0 high if it is valid and its port exists, and above it
        /// the port.
        output lookup[entry_bits(config)];

        /// The entry that is written is valid.
        local counts;
        /// LID of the entry that is cleared next.
        reg clear_at[config.address_bits()];
    }
}

impl Logic for TableWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.writes.next = self.clearing.val() || self.write.val();
        self.address.next = self.write_address.val();
        if self.clearing.val() {
            self.address.next = self.clear_at.val();
            self.clear_at.next = self.clear_at.val() + 1;
            if self.clear_at.val() == self.last.val() {
                self.clearing.next = false;
            }
        }

        self.counts.next = self.write_valid.val() && !self.clearing.val();
        self.entry.next = self.entry.val().replace_bit(0, self.counts.val());
        for at in 0..6 {
            self.entry.next = self
                .entry
                .val()
                .replace_bit(1 + at, self.write_port.val().get_bit(at) && !self.clearing.val());
        }
        self.lookup.next = self.write_port.val() >> 0;
        self.lookup.next = self.lookup.val() << 1;
        self.lookup.next = self
            .lookup
            .val()
            .replace_bit(0, self.counts.val() && self.write_port.val() < self.ports.val());
    }
}
