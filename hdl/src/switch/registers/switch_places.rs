//! Decoding of addresses of the switch as a whole.

use super::layout::{
    constants, forwarding_tag, mask_words, place, place_bits, tag_bits, BYTE_BITS, WORD,
};
use crate::prelude::*;
use tailback_spec::registers::switch::address;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// Decodes an address into a register of the switch as a whole, in the cycle after.
    pub struct SwitchPlaces(registers: &Registers) as "tailback_switch_places" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// 32-bit words of the victim mask.
        count mask_words = mask_words(registers);
        /// Byte address of the identification.
        count identification_address = constants(registers)[0].0;
        /// Value of the identification register.
        param identification[WORD] = constants(registers)[0].1;
        /// Byte address of the version of the register map.
        count version_address = constants(registers)[1].0;
        /// Value of the version register.
        param version[WORD] = constants(registers)[1].1;
        /// Byte address of the numbers of ports and VLs.
        count geometry_address = constants(registers)[2].0;
        /// Value of the register with the numbers of ports and VLs.
        param geometry[WORD] = constants(registers)[2].1;
        /// Byte address of the width of a beat.
        count datapath_address = constants(registers)[3].0;
        /// Value of the register with the width of a beat.
        param datapath[WORD] = constants(registers)[3].1;
        /// Byte address of the buffer sizes.
        count buffer_address = constants(registers)[4].0;
        /// Value of the register with the buffer sizes.
        param buffer[WORD] = constants(registers)[4].1;
        /// Byte address of the size of the forwarding table.
        count table_address = constants(registers)[5].0;
        /// Value of the register with the size of the forwarding table.
        param table_size[WORD] = constants(registers)[5].1;
        /// Byte address of the congestion setting of the switch.
        count setting_address = address::CONGESTION_SETTING as usize;
        /// Word address of the first word of the victim mask.
        count mask_place = place(address::VICTIM_MASK);
        /// High bits of the word address of the forwarding entries.
        count forwarding_tag = forwarding_tag(registers);
        /// Bits of the index of a forwarding entry.
        count entry_bits = registers.forwarding.address_bits();

        /// Address of the access, in bytes.
        input address[address_bits(registers)];
        /// A write of all four bytes takes effect at the end of the next cycle.
        input prepares;

        /// A register of the switch as a whole exists at the address of the cycle before.
        output exists;
        /// The register addressed in the cycle before has a writable field.
        output writable;
        /// Value of the constant register addressed in the cycle before; 0 if it is another one.
        output_reg constant[WORD];
        /// The register addressed in the cycle before is the congestion setting.
        output_reg is_setting;
        /// The register addressed in the cycle before is the word of the victim mask.
        output_reg(mask_words(registers)) is_mask;
        /// The register addressed in the cycle before is a forwarding entry.
        output_reg is_entry;
        /// The congestion setting is written.
        output_reg writes_setting;
        /// The word of the victim mask is written.
        output_reg(mask_words(registers)) writes_mask;
        /// A forwarding entry is written.
        output_reg writes_entry;

        /// Word address of the access.
        local place[place_bits(registers)];
        /// Word address bits above those of the index of a forwarding entry.
        local tag[tag_bits(registers)];
        /// Value of the constant register at the address; 0 if it is another one.
        local held[WORD];
        /// A constant register is at the address.
        local found;
        /// The register addressed in the cycle before is a word of the victim mask.
        local some_mask;

        /// The register addressed in the cycle before is constant.
        reg is_constant;
    }
}

impl Logic for SwitchPlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.tag.next = self.place.val() >> self.entry_bits.val();
        self.held.next = 0.into();
        self.found.next = false;
        if self.address.val() == self.identification_address.val() {
            self.held.next = self.identification.val();
            self.found.next = true;
        }
        if self.address.val() == self.version_address.val() {
            self.held.next = self.version.val();
            self.found.next = true;
        }
        if self.address.val() == self.geometry_address.val() {
            self.held.next = self.geometry.val();
            self.found.next = true;
        }
        if self.address.val() == self.datapath_address.val() {
            self.held.next = self.datapath.val();
            self.found.next = true;
        }
        if self.address.val() == self.buffer_address.val() {
            self.held.next = self.buffer.val();
            self.found.next = true;
        }
        if self.address.val() == self.table_address.val() {
            self.held.next = self.table_size.val();
            self.found.next = true;
        }
        self.constant.next = self.held.val();
        self.is_constant.next = self.found.val();
        self.is_setting.next = self.address.val() == self.setting_address.val();
        for word in 0..self.mask_words.val() {
            self.is_mask[word].next = self.place.val() == self.mask_place.val() + word;
        }
        self.some_mask.next = false;
        for word in 0..self.mask_words.val() {
            self.some_mask.next = self.some_mask.val() || self.is_mask[word].val();
        }
        self.is_entry.next = self.tag.val() == self.forwarding_tag.val();

        self.writable.next = self.is_setting.val() || self.some_mask.val() || self.is_entry.val();
        self.exists.next = self.is_constant.val() || self.writable.val();

        self.writes_setting.next = self.prepares.val() && self.is_setting.val();
        for word in 0..self.mask_words.val() {
            self.writes_mask[word].next = self.prepares.val() && self.is_mask[word].val();
        }
        self.writes_entry.next = self.prepares.val() && self.is_entry.val();
    }
}
