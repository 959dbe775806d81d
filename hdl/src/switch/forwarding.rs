//! Linear forwarding table: the output port for each DLID (IBA 14.2.5.7).

mod answer;
mod fast;
mod late;
mod slow;
mod writer;

pub use answer::ForwardingAnswer;
pub use fast::FastEntries;
pub use late::{LateLinks, LateResult};
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
        /// Per input port: output port in the entry for the DLID of the previous cycle.
        local(config.ports()) found[config.port_bits()];
        /// One bit per port: the link is up, or was up in the cycle of a lookup in block RAM.
        local(config.ports()) links;
        /// Writes and clears entries.
        sub writer: TableWriter = TableWriter::new(config);
        /// Copies in distributed RAM, one per input port.
        sub(if_fast(config, config.ports())) fast: FastEntries =
            FastEntries::new(config, entry_bits(config));
        /// Copy in distributed RAM to be read.
        sub(if_fast(config, 1)) fast_read: FastEntries = FastEntries::new(config, READ_BITS);
        /// Entry from the copy to be read, one cycle later.
        sub(if_fast(config, 1)) fast_shown: LateResult = LateResult::new(READ_BITS);
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
        sub(if_fast(config, config.ports())) late_answer: LateResult =
            LateResult::new(config.port_bits());
        /// Link states in the cycle of a lookup in block RAM.
        sub(1 - if_fast(config, 1)) late_links: LateLinks = LateLinks::new(config);
    }
    connect {
        writer: write, write_address, write_valid, write_port, clearing;
        writer, fast: writes = write, address = write_address, lookup = write_entry;
        writer, fast_read: writes = write, address = write_address, entry = write_entry;
        writer, late: writes = write, address = write_address, lookup = write_entry;
        writer, late_read: writes = write, address = write_address, entry = write_entry;
        writer, slow: clearing;
        writer, slow_read: clearing;
        fast: lid = dlid;
        fast, answer: entry;
        fast_read: lid = read_address;
        fast_read, fast_shown: entry = result;
        fast_shown: late_result = read_entry, late_known = is_read;
        late, slow: late_write, late_address, late_entry;
        late_read, slow_read: late_write, late_address, late_entry;
        slow: lid = dlid;
        slow, answer: entry, has_entry;
        slow_read: lid = read_address, entry = read_entry, has_entry = is_read;
        answer: link_active = links;
        answer, late_answer: known, found = result;
        late_links: link_active, late_active = links;
    }
}

impl Logic for ForwardingTable {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_fast.val() {
            for asking in 0..self.ports.val() {
                self.links[asking].next = self.link_active[asking].val();
                self.answer[asking].has_entry.next =
                    self.fast[asking].has_entry.val() && !self.writer.clearing.val();
                self.known[asking].next = self.late_answer[asking].late_known.val();
                self.found[asking].next = self.late_answer[asking].late_result.val();
            }
            self.fast_shown[0].known.next =
                self.fast_read[0].has_entry.val() && !self.writer.clearing.val();
        } else {
            for asking in 0..self.ports.val() {
                self.known[asking].next = self.answer[asking].known.val();
                self.found[asking].next = self.answer[asking].found.val();
            }
        }
        comment!(
            "Timing: a route is known late, and masks the port after a register, if there is one."
        );
        for asking in 0..self.ports.val() {
            self.port[asking].next = 0.into();
            if self.known[asking].val() {
                self.port[asking].next = self.found[asking].val();
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
