//! Which register of the switch as a whole is at an address.

use super::layout::{
    constants, forwarding_tag, mask_words, place, place_bits, tag_bits, BYTE_BITS, WORD,
};
use crate::comment;
use crate::prelude::*;
use tailback_spec::registers::switch::address;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// Says, in the cycle after, which register of the switch as a whole is at an address.
    pub struct SwitchPlaces(registers: &Registers) as "tailback_switch_places" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Words of the victim masks.
        count mask_words = mask_words(registers);
        /// Where the identification is.
        count identification_address = constants(registers)[0].0;
        /// What it is.
        param identification[WORD] = constants(registers)[0].1;
        /// Where the version of the map is.
        count version_address = constants(registers)[1].0;
        /// What it is.
        param version[WORD] = constants(registers)[1].1;
        /// Where the numbers of ports and VLs are.
        count geometry_address = constants(registers)[2].0;
        /// What they are.
        param geometry[WORD] = constants(registers)[2].1;
        /// Where the width of a beat is.
        count datapath_address = constants(registers)[3].0;
        /// What it is.
        param datapath[WORD] = constants(registers)[3].1;
        /// Where the sizes of the buffers are.
        count buffer_address = constants(registers)[4].0;
        /// What they are.
        param buffer[WORD] = constants(registers)[4].1;
        /// Where the size of the forwarding table is.
        count table_address = constants(registers)[5].0;
        /// What it is.
        param table_size[WORD] = constants(registers)[5].1;
        /// Where the setting of the switch is.
        count setting_address = address::CONGESTION_SETTING as usize;
        /// Where the first one is, in words.
        count mask_place = place(address::VICTIM_MASK);
        /// The high bits of the place of each forwarding entry.
        count forwarding_tag = forwarding_tag(registers);
        /// Bits of the number of a forwarding entry.
        count entry_bits = registers.forwarding.address_bits();

        /// The address.
        input address[address_bits(registers)];

        /// There is a register.
        output exists;
        /// What it holds if that never changes, else 0.
        output constant[WORD];
        /// It is the setting.
        output is_setting;
        /// It is the word of the victim masks.
        output(mask_words(registers)) is_mask;
        /// It is a forwarding entry.
        output is_entry;

        /// The place, in words.
        local place[place_bits(registers)];
        /// Its high bits, above those of a forwarding entry.
        local tag[tag_bits(registers)];
        /// What the register at that place holds if that never changes.
        local held[WORD];
        /// It is some word of the victim masks.
        local some_mask;

        /// What the register holds if that never changes.
        reg found[WORD];
        /// It is the setting.
        reg found_setting;
        /// It is the word of the victim masks.
        reg(mask_words(registers)) found_mask;
        /// It is a forwarding entry.
        reg found_entry;
    }
}

impl Logic for SwitchPlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.address.val() >> self.byte_bits.val();
        self.tag.next = self.place.val() >> self.entry_bits.val();
        self.held.next = 0.into();
        if self.address.val() == self.identification_address.val() {
            self.held.next = self.identification.val();
        }
        if self.address.val() == self.version_address.val() {
            self.held.next = self.version.val();
        }
        if self.address.val() == self.geometry_address.val() {
            self.held.next = self.geometry.val();
        }
        if self.address.val() == self.datapath_address.val() {
            self.held.next = self.datapath.val();
        }
        if self.address.val() == self.buffer_address.val() {
            self.held.next = self.buffer.val();
        }
        if self.address.val() == self.table_address.val() {
            self.held.next = self.table_size.val();
        }
        self.found.next = self.held.val();
        self.found_setting.next = self.address.val() == self.setting_address.val();
        for word in 0..self.mask_words.val() {
            self.found_mask[word].next = self.place.val() == self.mask_place.val() + word;
            self.is_mask[word].next = self.found_mask[word].val();
        }
        self.some_mask.next = false;
        for word in 0..self.mask_words.val() {
            self.some_mask.next = self.some_mask.val() || self.found_mask[word].val();
        }
        self.found_entry.next = self.tag.val() == self.forwarding_tag.val();

        self.constant.next = self.found.val();
        self.is_setting.next = self.found_setting.val();
        self.is_entry.next = self.found_entry.val();
        comment!("None of the registers that never change holds 0.");
        self.exists.next = self.found.val().any()
            || self.found_setting.val()
            || self.some_mask.val()
            || self.found_entry.val();
    }
}
