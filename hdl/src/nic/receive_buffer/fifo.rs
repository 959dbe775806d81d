//! Beats of a receive buffer.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;

block! {
    /// First-in, first-out memory of so many entries. Who writes ensures that it is not full.
    ///
    /// An entry is fetched no earlier than in the cycle after its write, and shown in the second one
    /// after that.
    pub struct ReceiveFifo(entries: usize, bits: usize) as "tailback_nic_receive_fifo" {
        /// Address of the last entry.
        count last_address = entries - 1;

        /// An entry is written.
        input write;
        /// Entry that is written.
        input entry[bits];
        /// The host takes the entry that is shown.
        input ready;
        /// An entry is shown.
        output_reg valid;
        /// Entry that is shown.
        output_reg shown[bits];

        /// The fetched entry is shown from the next cycle on.
        local moves;
        /// An entry is fetched.
        local fetches;
        /// Entries that wait to be fetched.
        reg level[bits_for(entries as u32)];
        /// Address of the next entry to be written.
        reg tail[address_bits(entries)];
        /// Address of the next entry to be fetched.
        reg head[address_bits(entries)];
        /// An entry has been fetched, and is not shown yet.
        reg fetched;
        /// Entries.
        memory(entries) beats[bits];
    }
    connect {
        beats: write, write_address = tail, write_data = entry, read = fetches, read_address = head;
    }
}

impl Logic for ReceiveFifo {
    #[hdl_gen]
    fn update(&mut self) {
        self.moves.next = self.fetched.val() && (!self.valid.val() || self.ready.val());
        self.fetches.next = self.level.val() != 0 && (!self.fetched.val() || self.moves.val());
        if self.write.val() && !self.fetches.val() {
            self.level.next = self.level.val() + 1;
        } else if self.fetches.val() && !self.write.val() {
            self.level.next = self.level.val() - 1;
        }
        if self.write.val() {
            self.tail.next = self.tail.val() + 1;
            if self.tail.val() == self.last_address.val() {
                self.tail.next = 0.into();
            }
        }
        if self.fetches.val() {
            self.head.next = self.head.val() + 1;
            if self.head.val() == self.last_address.val() {
                self.head.next = 0.into();
            }
        }
        self.fetched.next = self.fetches.val() || (self.fetched.val() && !self.moves.val());
        if self.moves.val() {
            self.shown.next = self.beats.read_data.val();
        }
        if self.moves.val() || self.ready.val() {
            self.valid.next = self.moves.val();
        }
    }
}
