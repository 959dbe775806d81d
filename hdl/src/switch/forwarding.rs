//! Linear forwarding table: the output port for each DLID (IBA 14.2.5.7).

mod answer;
mod fast;
mod late;
mod slow;
mod writer;

pub use answer::ForwardingAnswer;
pub use fast::FastEntries;
pub use late::{LateAnswer, LateEntry, LateLinks};
pub use slow::{LateWrite, SlowEntries};
pub use writer::TableWriter;

use crate::prelude::*;
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

/// Bits of a LID.
const LID_BITS: usize = 16;
/// Bits of an entry as it is read: a valid bit, and the port.
const READ_BITS: usize = PORT_BITS + 1;

/// Bits of an entry as it is looked up: a valid bit for a port that exists, and the port.
fn entry_bits(config: &Forwarding) -> usize {
    config.port_bits() + 1
}

/// `count` if the table is in distributed RAM, else 0.
fn if_fast(config: &Forwarding, count: usize) -> usize {
    if config.is_fast() {
        count
    } else {
        0
    }
}

block! {
    /// Looks up for each input port the output port of packets, by their DLID.
    ///
    /// There is a copy of the entries for each input port, and one to be read.
    pub struct ForwardingTable(config: &Forwarding) as "tailback_forwarding_table" {
        /// Ports of the switch.
        count ports = config.ports();
        /// The entries are in distributed RAM; if low, in block RAM.
        choice is_fast = config.is_fast();

        /// Per input port: DLID to look up.
        input(config.ports()) dlid[LID_BITS];
        /// One bit per port: the link is up.
        input(config.ports()) link_active;
        /// An entry is written; ignored while `clearing`.
        input write;
        /// LID of the entry that is written.
        input write_address[config.address_bits()];
        /// The entry that is written is valid.
        input write_valid;
        /// Output port in the entry that is written.
        input write_port[PORT_BITS];
        /// LID of the entry to read.
        input read_address[config.address_bits()];
        /// One bit per input port: the DLID of the previous cycle has a route.
        output(config.ports()) known;
        /// Per input port: output port for the DLID of the previous cycle; 0 without a route.
        output(config.ports()) port[config.port_bits()];
        /// The entry of the previous cycle's `read_address` is valid.
        output read_valid;
        /// Output port in the entry of the previous cycle's `read_address`.
        output read_port[PORT_BITS];
        /// Entries are being cleared after reset.
        output clearing;

        /// Entry that is read: bit 0 is its valid bit, and above it is the port.
        local read_entry[READ_BITS];
        /// The read data is an entry that was not looked up while entries were being cleared.
        local is_read;
        /// Writes and clears entries.
        sub writer: TableWriter = TableWriter::new(config);
        /// Copies in distributed RAM, one per input port.
        sub(if_fast(config, config.ports())) fast: FastEntries =
            FastEntries::new(config, entry_bits(config));
        /// Copy in distributed RAM to be read.
        sub(if_fast(config, 1)) fast_read: FastEntries = FastEntries::new(config, READ_BITS);
        /// Entry from the copy to be read, one cycle later.
        sub(if_fast(config, 1)) fast_shown: LateEntry = LateEntry::new(READ_BITS);
        /// Writes to the copies in block RAM, one cycle later.
        sub(1 - if_fast(config, 1)) late: LateWrite =
            LateWrite::new(config.address_bits(), entry_bits(config));
        /// Writes to the copy in block RAM to be read, one cycle later.
        sub(1 - if_fast(config, 1)) late_read: LateWrite =
            LateWrite::new(config.address_bits(), READ_BITS);
        /// Copies in block RAM, one per input port.
        sub(config.ports() - if_fast(config, config.ports())) slow: SlowEntries =
            SlowEntries::new(config, entry_bits(config));
        /// Copy in block RAM to be read.
        sub(1 - if_fast(config, 1)) slow_read: SlowEntries = SlowEntries::new(config, READ_BITS);
        /// Route of each input port.
        sub(config.ports()) answer: ForwardingAnswer = ForwardingAnswer::new(config);
        /// Routes from distributed RAM, one cycle later.
        sub(if_fast(config, config.ports())) late_answer: LateAnswer = LateAnswer::new(config);
        /// Link states in the cycle of a lookup in block RAM.
        sub(1 - if_fast(config, 1)) late_links: LateLinks = LateLinks::new(config);
    }
    connect {
        writer: write, write_address, write_valid, write_port, clearing;
    }
}

impl Logic for ForwardingTable {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_fast.val() {
            for asking in 0..self.ports.val() {
                self.fast[asking].write.next = self.writer.writes.val();
                self.fast[asking].write_address.next = self.writer.address.val();
                self.fast[asking].write_entry.next = self.writer.lookup.val();
                self.fast[asking].lid.next = self.dlid[asking].val();
                self.answer[asking].entry.next = self.fast[asking].entry.val();
                self.answer[asking].has_entry.next =
                    self.fast[asking].has_entry.val() && !self.writer.clearing.val();
            }
            self.fast_read[0].write.next = self.writer.writes.val();
            self.fast_read[0].write_address.next = self.writer.address.val();
            self.fast_read[0].write_entry.next = self.writer.entry.val();
            self.fast_read[0].lid.next = self.read_address.val();
            self.fast_shown[0].entry.next = self.fast_read[0].entry.val();
            self.fast_shown[0].has_entry.next =
                self.fast_read[0].has_entry.val() && !self.writer.clearing.val();
            self.read_entry.next = self.fast_shown[0].late_entry.val();
            self.is_read.next = self.fast_shown[0].late_has_entry.val();
        } else {
            self.late[0].write.next = self.writer.writes.val();
            self.late[0].write_address.next = self.writer.address.val();
            self.late[0].write_entry.next = self.writer.lookup.val();
            for asking in 0..self.ports.val() {
                self.slow[asking].clearing.next = self.writer.clearing.val();
                self.slow[asking].late_write.next = self.late[0].late_write.val();
                self.slow[asking].late_address.next = self.late[0].late_address.val();
                self.slow[asking].late_entry.next = self.late[0].late_entry.val();
                self.slow[asking].lid.next = self.dlid[asking].val();
                self.answer[asking].entry.next = self.slow[asking].entry.val();
                self.answer[asking].has_entry.next = self.slow[asking].has_entry.val();
            }
            self.late_read[0].write.next = self.writer.writes.val();
            self.late_read[0].write_address.next = self.writer.address.val();
            self.late_read[0].write_entry.next = self.writer.entry.val();
            self.slow_read[0].clearing.next = self.writer.clearing.val();
            self.slow_read[0].late_write.next = self.late_read[0].late_write.val();
            self.slow_read[0].late_address.next = self.late_read[0].late_address.val();
            self.slow_read[0].late_entry.next = self.late_read[0].late_entry.val();
            self.slow_read[0].lid.next = self.read_address.val();
            self.read_entry.next = self.slow_read[0].entry.val();
            self.is_read.next = self.slow_read[0].has_entry.val();
        }

        if self.is_fast.val() {
            for asking in 0..self.ports.val() {
                for number in 0..self.ports.val() {
                    self.answer[asking].link_active[number].next = self.link_active[number].val();
                }
                self.late_answer[asking].known.next = self.answer[asking].known.val();
                self.late_answer[asking].port.next = self.answer[asking].port.val();
                self.known[asking].next = self.late_answer[asking].late_known.val();
                self.port[asking].next = self.late_answer[asking].late_port.val();
            }
        } else {
            for number in 0..self.ports.val() {
                self.late_links[0].link_active[number].next = self.link_active[number].val();
            }
            for asking in 0..self.ports.val() {
                for number in 0..self.ports.val() {
                    self.answer[asking].link_active[number].next =
                        self.late_links[0].late_active[number].val();
                }
                self.known[asking].next = self.answer[asking].known.val();
                self.port[asking].next = self.answer[asking].port.val();
            }
        }

        comment!("Read data that may be unknown is masked.");
        self.read_valid.next = self.is_read.val() && self.read_entry.val().get_bit(0);
        self.read_port.next = 0.into();
        if self.is_read.val() {
            self.read_port.next = self.read_entry.val() >> 1;
        }
    }
}
