//! The look-up of destinations in the MAC table.

use super::sizes::{entry_bits, index_bits, tag_bits, ADDRESS};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;

block! {
    /// A copy of the MAC table, in which an input looks up destinations.
    ///
    /// Results are valid from three cycles after the look-up on, until those of the next one. They include all writes
    /// of the cycles before the look-up. A write reaches the memory one cycle later, past which it
    /// is forwarded.
    pub struct EthernetLookUp(switch: &EthernetSwitch) as "tailback_ethernet_look_up" {
        /// Bits of an index.
        count index_bits = index_bits(switch);
        /// Lowest bit of the port in an entry.
        count port_at = tag_bits(switch);
        /// Bit of an entry: the entry is valid.
        count valid_at = entry_bits(switch) - 1;

        /// The table is being cleared.
        input sweeping;
        /// An entry is written to the memory, or cleared.
        input write;
        /// Index of the entry.
        input write_index[index_bits(switch)];
        /// Entry that was written last; it stays for three cycles at least.
        input write_entry[entry_bits(switch)];
        /// A destination is looked up: a first beat is in the registers.
        input looks;
        /// First bytes of the frame: its destination; the first byte is in the lowest bits.
        input bytes[ADDRESS];
        /// The destination has an entry.
        output_reg found;
        /// Port of the entry.
        output_reg port[switch.port_bits()];

        /// Destination; its first byte has the most significant bits.
        local destination[ADDRESS];
        /// Index of its entry.
        local index[index_bits(switch)];
        /// Entry that is written; cleared ones are 0.
        local new_entry[entry_bits(switch)];
        /// Entry of the destination.
        local entry[entry_bits(switch)];
        /// Tag of the entry.
        local tag[tag_bits(switch)];
        /// Tag of the destination looked up last.
        reg wanted[tag_bits(switch)];
        /// Look-up one cycle ago.
        reg looked_1;
        /// Look-up two cycles ago.
        reg looked_2;
        /// The entry was written in the cycle of the look-up.
        reg passes;
        /// The table was being cleared in that cycle.
        reg is_void;
        /// Entry as the memory had it.
        reg stored[entry_bits(switch)];
        /// Entries.
        memory(switch.addresses()) entries[entry_bits(switch)];
    }
    connect {
        entries: write, write_address = write_index, write_data = new_entry, read = looks,
            read_address = index;
    }
}

impl Logic for EthernetLookUp {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_entry.next = self.write_entry.val();
        if self.sweeping.val() {
            self.new_entry.next = 0.into();
        }
        for octet in 0..6 {
            for at in 0..8 {
                self.destination.next = self
                    .destination
                    .val()
                    .replace_bit(8 * octet + at, self.bytes.val().get_bit(40 - 8 * octet + at));
            }
        }
        self.index.next = self.destination.val() >> 0;
        if self.looks.val() {
            self.wanted.next = self.destination.val() >> self.index_bits.val();
            self.passes.next = self.write.val() && self.write_index.val() == self.index.val();
            self.is_void.next = self.sweeping.val();
        }
        self.looked_1.next = self.looks.val();
        self.looked_2.next = self.looked_1.val();
        self.stored.next = self.entries.read_data.val();

        self.entry.next = self.stored.val();
        if self.passes.val() {
            self.entry.next = self.write_entry.val();
        }
        self.tag.next = self.entry.val() >> 0;
        if self.looked_2.val() {
            self.found.next = self.entry.val().get_bit(self.valid_at.val())
                && self.tag.val() == self.wanted.val()
                && !self.is_void.val();
            self.port.next = self.entry.val() >> self.port_at.val();
        }
    }
}
