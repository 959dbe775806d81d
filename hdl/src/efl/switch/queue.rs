//! The frames of an input that wait for an output.

use crate::address_bits;
use crate::prelude::*;

block! {
    /// Queue of entries, in order, that is never full.
    ///
    /// The head is a register; the other entries are in distributed RAM. An entry that is put into
    /// an empty queue is the head from the next cycle on.
    pub struct EthernetQueue(entries: usize, bits: usize) as "tailback_ethernet_queue" {
        /// An entry is put.
        input put;
        /// Entry that is put.
        input entry[bits];
        /// The head is removed; there is one.
        input take;
        /// The queue is not empty.
        output_reg valid;
        /// Oldest entry.
        output_reg head[bits];

        /// No entry is behind the head.
        local is_single;
        /// The entry that is put becomes the head.
        local fills;
        /// Address of the next entry that is stored behind the head.
        reg tail[address_bits(entries)];
        /// Address of the entry behind the head.
        reg next[address_bits(entries)];
        /// Entries behind the head.
        lut_memory(entries) waiting[bits];
    }
    connect {
        waiting: write_address = tail, write_data = entry, read_address = next;
    }
}

impl Logic for EthernetQueue {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("There are fewer entries behind the head than the memory has.");
        self.is_single.next = self.tail.val() == self.next.val();
        self.fills.next = !self.valid.val() || (self.take.val() && self.is_single.val());
        self.waiting.write.next = self.put.val() && !self.fills.val();
        if self.put.val() && !self.fills.val() {
            self.tail.next = self.tail.val() + 1;
        }
        if self.fills.val() {
            self.valid.next = self.put.val();
            self.head.next = self.entry.val();
        } else if self.take.val() {
            self.head.next = self.waiting.read_data.val();
            self.next.next = self.next.val() + 1;
        }
    }
}
