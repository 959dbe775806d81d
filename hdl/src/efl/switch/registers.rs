//! The registers of the switch: MAC table and counters.

use super::counters::{COUNTER_BITS, EVENTS};
use super::sizes::{entry_bits, index_bits, space_bits, WORD};
use super::{EthernetCounters, EthernetSweep};
use crate::interface::AxiLite;
use crate::prelude::*;
use crate::TwoStepAccess;
use tailback_spec::efl::switch::{address, Counter, EthernetSwitch, IDENTIFICATION, VERSION};

/// Bits of the high part of a MAC address.
const HALF: usize = 16;
/// Lowest bit of the port in `ENTRY_HIGH`.
const PORT_AT: usize = 16;
/// Bits of the port there.
const PORT_FIELD: usize = 8;
/// Bits of the address of a register in words.
const PLACE_BITS: usize = address::BITS - 2;
/// Word address of a register.
const fn place(address: u32) -> usize {
    (address / 4) as usize
}

block! {
    /// Registers of the switch over AXI4-Lite.
    ///
    /// An entry of the MAC table is written to all copies of the table one cycle after its write is
    /// done.
    pub struct EthernetRegisters(switch: &EthernetSwitch) as "tailback_ethernet_registers" {
        /// Ports.
        count ports = switch.ports();
        /// Value of `IDENTIFICATION`.
        param identification[WORD] = u128::from(IDENTIFICATION);
        /// Value of `VERSION`.
        param version[WORD] = u128::from(VERSION.0 << HALF | VERSION.1);
        /// Value of `CAPABILITIES`: ports and entries.
        param capabilities[WORD] = (switch.addresses() << HALF | switch.ports()) as u128;
        /// Value of `BUFFER` in bytes.
        param buffer[WORD] = u128::from(switch.buffer_bytes());
        /// Word address of `ENTRY_LOW`.
        count low_place = place(address::ENTRY_LOW);
        /// Word address of `ENTRY_HIGH`.
        count high_place = place(address::ENTRY_HIGH);
        /// Number of the first port's registers, counted from the first address on.
        count first_port = place(address::COUNTERS) >> COUNTER_BITS;
        /// Bits of the number of a register of a port.
        count counter_bits = COUNTER_BITS;
        /// Number of the bytes in the buffer now.
        count occupied = Counter::Occupied as usize;
        /// Number of the most bytes in the buffer.
        count peak = Counter::Peak as usize;
        /// Lowest bit of the port in `ENTRY_HIGH`.
        count port_at = PORT_AT;
        /// Bit of `ENTRY_HIGH`: the entry is valid.
        count valid_at = WORD - 1;
        /// Bits of an index.
        count index_bits = index_bits(switch);
        /// Bits of the low part of an address in a tag.
        count low_bits = WORD - index_bits(switch);
        /// Bit of an entry: the entry is valid.
        count entry_valid = entry_bits(switch) - 1;

        /// Registers.
        slave s_axil: AxiLite(address::BITS, true, true);
        /// Events of ports, those of a port one after the other.
        input(switch.ports() * EVENTS) happened;
        /// Free bytes of the buffers.
        input(switch.ports()) free_bytes[space_bits(switch)];
        /// Least free bytes of the buffers.
        input(switch.ports()) least_bytes[space_bits(switch)];
        /// The MAC table is cleared.
        output ready;
        /// The MAC table is being cleared.
        output sweeping;
        /// An entry is written, or cleared.
        output write;
        /// Index of the entry.
        output write_index[index_bits(switch)];
        /// Entry that was written last.
        output write_entry[entry_bits(switch)];

        /// Number of the accessed port, counted from the first address on.
        local port[PLACE_BITS - COUNTER_BITS];
        /// Number of the accessed register of the port.
        local counter[COUNTER_BITS];
        /// One bit per port: a register of the port is accessed.
        local(switch.ports()) reads;
        /// A register of some port is accessed.
        local some_port;
        /// Port in the data of the last write.
        local new_port[PORT_FIELD];
        /// The write is legal.
        local okay;
        /// The write takes effect.
        local writes;
        /// Count that is read, without the events since.
        local count[WORD];
        /// Events since.
        local since[COUNTER_BITS + 1];
        /// Count that is read.
        local sum[WORD];
        /// Free bytes of the buffer that is read, now or at least.
        local space[space_bits(switch)];
        /// Bytes in the buffer that is read, now or at most.
        local held[WORD];
        /// Value of `ENTRY_HIGH`.
        local high_word[WORD];
        /// Read data.
        local word[WORD];
        /// Low part of the tag of the entry.
        local low_tag[WORD];
        /// Time slot of the counters.
        reg slot[COUNTER_BITS];
        /// Each time slot has passed since reset.
        reg went_round;
        /// Value of the register if it is constant, else 0.
        reg constant[WORD];
        /// The register is `ENTRY_LOW`.
        reg is_low;
        /// The register is `ENTRY_HIGH`.
        reg is_high;
        /// The register is the bytes in a buffer, now or at most.
        reg is_held;
        /// The register is the most bytes in a buffer.
        reg is_peak;
        /// One bit per port: the register is one of the port.
        reg(switch.ports()) is_port;
        /// The register exists.
        reg exists;
        /// The port in the data of the last write exists.
        reg has_port;
        /// Register `ENTRY_LOW`.
        reg entry_low[WORD];
        /// Register `ENTRY_HIGH`: high part of the address.
        reg entry_high[HALF];
        /// Register `ENTRY_HIGH`: port.
        reg entry_port[switch.port_bits()];
        /// Register `ENTRY_HIGH`: valid.
        reg entry_is_valid;
        /// An entry was written in the previous cycle.
        reg wrote;
        /// Accesses.
        sub access: TwoStepAccess = TwoStepAccess::new(address::BITS);
        /// Clearing of the MAC table.
        sub sweep: EthernetSweep = EthernetSweep::new(switch);
        /// Counters of ports.
        sub(switch.ports()) counters: EthernetCounters = EthernetCounters::new();
    }
    connect {
        access: s_axil, ready, exists, okay, word;
        sweep: sweeping;
        counters: slot, went_round, happened, reads, counter;
    }
}

impl Logic for EthernetRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.sweep.sweeping.val();
        self.slot.next = self.slot.val() + 1;
        if self.slot.val().all() {
            self.went_round.next = true;
        }

        comment!("First step: the address");
        self.constant.next = 0.into();
        if self.access.place.val() == 0 {
            self.constant.next = self.identification.val();
        }
        if self.access.place.val() == 1 {
            self.constant.next = self.version.val();
        }
        if self.access.place.val() == 2 {
            self.constant.next = self.capabilities.val();
        }
        if self.access.place.val() == 3 {
            self.constant.next = self.buffer.val();
        }
        self.is_low.next = self.access.place.val() == self.low_place.val();
        self.is_high.next = self.access.place.val() == self.high_place.val();
        self.counter.next = self.access.place.val() >> 0;
        self.port.next = self.access.place.val() >> self.counter_bits.val();
        self.some_port.next = false;
        for number in 0..self.ports.val() {
            self.reads[number].next = self.port.val() == self.first_port.val() + number;
            self.some_port.next = self.some_port.val() || self.reads[number].val();
            self.is_port[number].next = self.reads[number].val();
        }
        self.is_held.next = self.some_port.val()
            && (self.counter.val() == self.occupied.val() || self.counter.val() == self.peak.val());
        self.is_peak.next = self.counter.val() == self.peak.val();
        self.exists.next = self.some_port.val() || self.access.place.val() <= self.high_place.val();
        self.new_port.next = self.access.data.val() >> self.port_at.val();
        self.has_port.next = self.new_port.val() < self.ports.val();

        comment!("Second step: writes");
        self.okay.next = self.access.whole.val()
            && (self.is_low.val() || (self.is_high.val() && self.has_port.val()));
        self.writes.next = self.access.done.val() && self.access.is_write.val() && self.okay.val();
        if self.writes.val() && self.is_low.val() {
            self.entry_low.next = self.access.data.val();
        }
        if self.writes.val() && self.is_high.val() {
            self.entry_high.next = self.access.data.val() >> 0;
            self.entry_port.next = self.access.data.val() >> self.port_at.val();
            self.entry_is_valid.next = self.access.data.val().get_bit(self.valid_at.val());
        }
        self.wrote.next = self.writes.val() && self.is_high.val();

        comment!("Second step: reads");
        self.count.next = 0.into();
        self.since.next = 0.into();
        self.space.next = 0.into();
        for number in 0..self.ports.val() {
            self.count.next = self.count.val() | self.counters[number].count.val();
            self.since.next = self.since.val() | self.counters[number].since.val();
            if self.is_port[number].val() && self.is_peak.val() {
                self.space.next = self.space.val() | self.least_bytes[number].val();
            }
            if self.is_port[number].val() && !self.is_peak.val() {
                self.space.next = self.space.val() | self.free_bytes[number].val();
            }
        }
        self.sum.next = self.count.val() + self.since.val();
        self.held.next = 0.into();
        if self.is_held.val() {
            self.held.next = self.buffer.val() - self.space.val();
        }
        self.high_word.next = self.entry_port.val();
        self.high_word.next = (self.high_word.val() << self.port_at.val()) | self.entry_high.val();
        self.high_word.next =
            self.high_word.val().replace_bit(self.valid_at.val(), self.entry_is_valid.val());
        self.word.next = self.constant.val() | self.sum.val() | self.held.val();
        if self.is_low.val() {
            self.word.next = self.entry_low.val();
        }
        if self.is_high.val() {
            self.word.next = self.high_word.val();
        }

        comment!("The entry of the MAC table");
        self.write.next = self.wrote.val() || self.sweep.sweeping.val();
        self.write_index.next = self.entry_low.val() >> 0;
        if self.sweep.sweeping.val() {
            self.write_index.next = self.sweep.index.val();
        }
        self.low_tag.next = self.entry_low.val() >> self.index_bits.val();
        self.write_entry.next = self.entry_port.val();
        self.write_entry.next = (self.write_entry.val() << 16) | self.entry_high.val();
        self.write_entry.next =
            (self.write_entry.val() << self.low_bits.val()) | self.low_tag.val();
        self.write_entry.next =
            self.write_entry.val().replace_bit(self.entry_valid.val(), self.entry_is_valid.val());
    }
}
