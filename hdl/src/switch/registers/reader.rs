//! The read channels of AXI4-Lite.

use super::layout::{address_mask, place_bits, BYTE_BITS, WORD};
use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// The AXI4-Lite read channels: accept a read, and respond when the register's value is known.
    ///
    /// The value of a counter is known after its time slot. An address without a register reads as
    /// 0 with an error (SLVERR).
    pub struct RegisterReader(registers: &Registers) as "tailback_register_reader" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Mask of the address bits that are decoded.
        count address_mask = address_mask(registers);
        /// Ports.
        count ports = registers.port.ports();

        /// Read channels of the registers.
        slave s_axil: AxiLite(address_bits(registers), false, true) reg { rvalid, rdata };
        /// Index of the counter whose slot this cycle is.
        input index[index_bits(&registers.port)];
        /// A register exists at `address` of the cycle before.
        input exists;
        /// The register at `address` of the cycle before is a counter.
        input is_counter;
        /// Index of the counter at `address` of the cycle before; valid with `is_counter`.
        input counter[index_bits(&registers.port)];
        /// Value of the register at `address` of the cycle before; 0 if it belongs to a port.
        input common_word[WORD];
        /// Value of the register at `address` of the cycle before; 0 if it is not one of the port.
        input(registers.port.ports()) port_words[WORD];

        /// Address of the current read, in bytes.
        output_reg address[address_bits(registers)];
        /// Address of the current read, in words.
        output place[place_bits(registers)];
        /// Index of the forwarding entry in the address of the current read.
        output entry[registers.forwarding.address_bits()];

        /// Value of the register in this cycle.
        local word[WORD];
        /// High in the cycle in which the value is final, and is loaded into the read data.
        local answers;
        /// Index of the counter whose slot was the cycle before.
        reg index_before[index_bits(&registers.port)];
        /// A read has been accepted, and its value is not final yet.
        reg reading;
        /// `reading` was high in the cycle before: the decoded outputs belong to `address`.
        reg waited;
        /// No register exists at the address of the read.
        reg refused;
    }
}

impl Logic for RegisterReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.entry.next = self.address.val() >> self.byte_bits.val();
        self.s_axil.arready.next = !self.reading.val() && !self.s_axil.rvalid.val();
        comment!("The value of a counter is available in the cycle after its time slot.");
        self.index_before.next = self.index.val();
        self.answers.next = self.waited.val()
            && (!self.is_counter.val() || self.index_before.val() == self.counter.val());

        if self.s_axil.arvalid.val() && self.s_axil.arready.val() {
            self.address.next = self.s_axil.araddr.val() & self.address_mask.val();
            self.reading.next = true;
        } else if self.answers.val() {
            self.reading.next = false;
        }
        self.waited.next = self.reading.val() && !self.answers.val();

        self.word.next = self.common_word.val();
        for port in 0..self.ports.val() {
            self.word.next = self.word.val() | self.port_words[port].val();
        }
        if self.answers.val() {
            self.s_axil.rvalid.next = true;
            self.s_axil.rdata.next = self.word.val();
            self.refused.next = !self.exists.val();
        } else if self.s_axil.rready.val() {
            self.s_axil.rvalid.next = false;
        }
        self.s_axil.rresp.next = 0.into();
        self.s_axil.rresp.next = self.s_axil.rresp.val().replace_bit(1, self.refused.val());
    }
}
