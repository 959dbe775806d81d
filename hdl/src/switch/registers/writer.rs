//! The write channels of AXI4-Lite.

use super::layout::{
    address_mask, forwarding_tag, mask_words, place, place_bits, tag_bits, BYTE_BITS, FIRST_PORT,
    OFFSET_BITS,
};
use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::registers::switch::address;
use tailback_spec::switch::registers::{address_bits, Registers};

/// Bits of the page number of a port: all of a word address above the offset within a port.
fn page_bits(registers: &Registers) -> usize {
    place_bits(registers) - OFFSET_BITS
}

block! {
    /// The AXI4-Lite write channels: accept writes, and decode their addresses.
    ///
    /// Address and data are accepted together. A write of less than a word, or to a register
    /// without a writable field, gets an error response (SLVERR) and changes nothing.
    pub struct RegisterWriter(registers: &Registers) as "tailback_register_writer" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Bits of a word address within the registers of a port.
        count offset_bits = OFFSET_BITS;
        /// Ports.
        count ports = registers.port.ports();
        /// 32-bit words of the victim mask.
        count mask_words = mask_words(registers);
        /// Mask of the address bits that are decoded.
        count address_mask = address_mask(registers);
        /// Byte address of the congestion setting of the switch.
        count setting_address = address::CONGESTION_SETTING as usize;
        /// Word address of the first word of the victim mask.
        count mask_place = place(address::VICTIM_MASK);
        /// High bits of the word address of port 0's registers.
        count first_port = FIRST_PORT;
        /// Word address of the congestion setting within a port.
        count port_setting_offset = place(address::port::CONGESTION_SETTING);
        /// Word address of the Head-of-Queue Life limit within a port.
        count life_offset = place(address::port::HEAD_OF_QUEUE);
        /// High bits of the word address of the forwarding entries.
        count forwarding_tag = forwarding_tag(registers);
        /// Bits of the index of a forwarding entry.
        count entry_bits = registers.forwarding.address_bits();

        /// Write channels of the registers.
        slave s_axil: AxiLite(address_bits(registers), true, false) reg { bvalid };
        /// High while the forwarding table is being cleared; holds off writes.
        input clearing;

        /// The congestion setting of the switch is written.
        output writes_setting;
        /// The word of the victim mask is written.
        output(mask_words(registers)) writes_mask;
        /// The congestion setting of the port is written.
        output(registers.port.ports()) writes_port;
        /// The Head-of-Queue Life limit of the port is written.
        output(registers.port.ports()) writes_life;
        /// A forwarding entry is written.
        output writes_entry;
        /// Index of the forwarding entry that is written; follows the write address.
        output entry[registers.forwarding.address_bits()];

        /// Write address, in bytes, without the bits that are not decoded.
        local address[address_bits(registers)];
        /// Write address, in words.
        local place[place_bits(registers)];
        /// Word address bits above those within a port: selects the port.
        local page[page_bits(registers)];
        /// Word address within the port.
        local offset[OFFSET_BITS];
        /// Word address bits above those of the index of a forwarding entry.
        local tag[tag_bits(registers)];
        /// High in the cycle in which address and data of a write are accepted.
        local takes;
        /// A write of all four bytes is accepted.
        local whole;
        /// A word of the victim mask is written.
        local is_mask;
        /// A setting of a port is written.
        local is_port;
        /// A register is written.
        local okay;

        /// Response of the last write is an error.
        reg refused;
    }
}

impl Logic for RegisterWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.takes.next = self.s_axil.awvalid.val()
            && self.s_axil.wvalid.val()
            && !self.s_axil.bvalid.val()
            && !self.clearing.val();
        self.s_axil.awready.next = self.takes.val();
        self.s_axil.wready.next = self.takes.val();
        self.whole.next = self.takes.val() && self.s_axil.wstrb.val().all();

        self.address.next = self.s_axil.awaddr.val() & self.address_mask.val();
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.entry.next = self.place.val() >> 0;
        self.tag.next = self.place.val() >> self.entry_bits.val();
        self.page.next = self.place.val() >> self.offset_bits.val();
        self.offset.next = self.place.val() >> 0;

        self.writes_setting.next =
            self.whole.val() && self.address.val() == self.setting_address.val();
        self.is_mask.next = false;
        for word in 0..self.mask_words.val() {
            self.writes_mask[word].next =
                self.whole.val() && self.place.val() == self.mask_place.val() + word;
            self.is_mask.next = self.is_mask.val() || self.writes_mask[word].val();
        }
        self.is_port.next = false;
        for port in 0..self.ports.val() {
            self.writes_port[port].next = self.whole.val()
                && self.page.val() == self.first_port.val() + port
                && self.offset.val() == self.port_setting_offset.val();
            self.writes_life[port].next = self.whole.val()
                && self.page.val() == self.first_port.val() + port
                && self.offset.val() == self.life_offset.val();
            self.is_port.next =
                self.is_port.val() || self.writes_port[port].val() || self.writes_life[port].val();
        }
        self.writes_entry.next = self.whole.val() && self.tag.val() == self.forwarding_tag.val();
        self.okay.next = self.writes_setting.val()
            || self.is_mask.val()
            || self.is_port.val()
            || self.writes_entry.val();

        self.s_axil.bresp.next = 0.into();
        self.s_axil.bresp.next = self.s_axil.bresp.val().replace_bit(1, self.refused.val());
        if self.takes.val() {
            comment!("No response is pending: with one, no write would be accepted.");
            self.s_axil.bvalid.next = true;
            self.refused.next = !self.okay.val();
        } else if self.s_axil.bready.val() {
            self.s_axil.bvalid.next = false;
        }
    }
}
