//! Writes to the table, and the clearing of it.

use super::entry_bits;
use crate::prelude::*;
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

block! {
    /// Clears all entries after reset, one in a cycle, and hands on what is written after that.
    ///
    /// There are two forms of an entry: as it is written, and as it is looked up, where it counts
    /// only if there is such a port.
    pub struct TableWriter(config: &Forwarding) as "tailback_forwarding_writer" {
        /// The last entry.
        count last = config.entries() - 1;
        /// Ports of the switch.
        count ports = config.ports();
        /// Bits of a port.
        count port_bits = config.port_bits();

        /// An entry is written.
        input write;
        /// Its LID.
        input write_address[config.address_bits()];
        /// It counts.
        input write_valid;
        /// Where packets go.
        input write_port[PORT_BITS];

        /// Entries are being cleared.
        output clearing;
        /// An entry is written, or cleared.
        output writes;
        /// Its LID.
        output address[config.address_bits()];
        /// The entry: from bit 0, whether it counts, and the port.
        output entry[PORT_BITS + 1];
        /// The same for a switch of so many ports.
        output lookup[entry_bits(config)];

        /// The entry counts.
        local counts;
        /// Entries are being cleared.
        reg clearing_reg = true;
        /// The entry that is cleared.
        reg clear_at[config.address_bits()];
    }
}

impl Logic for TableWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clearing_reg.val();
        self.writes.next = self.clearing_reg.val() || self.write.val();
        self.address.next = self.write_address.val();
        if self.clearing_reg.val() {
            self.address.next = self.clear_at.val();
            self.clear_at.next = self.clear_at.val() + 1;
            if self.clear_at.val() == self.last.val() {
                self.clearing_reg.next = false;
            }
        }

        self.counts.next = self.write_valid.val() && !self.clearing_reg.val();
        self.entry.next = self.entry.val().replace_bit(0, self.counts.val());
        for at in 0..6 {
            self.entry.next = self
                .entry
                .val()
                .replace_bit(1 + at, self.write_port.val().get_bit(at) && !self.clearing_reg.val());
        }
        self.lookup.next = self
            .lookup
            .val()
            .replace_bit(0, self.counts.val() && self.write_port.val() < self.ports.val());
        for at in 0..self.port_bits.val() {
            self.lookup.next =
                self.lookup.val().replace_bit(1 + at, self.write_port.val().get_bit(at));
        }
    }
}
