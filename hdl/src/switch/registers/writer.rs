//! The write channels of AXI4-Lite.

use super::layout::{
    address_mask, forwarding_tag, mask_words, place, place_bits, tag_bits, BYTE_BITS, FIRST_PORT,
    OFFSET_BITS,
};
use crate::comment;
use crate::prelude::*;
use tailback_spec::registers::switch::address;
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::registers::{address_bits, Registers};

/// Bits of the number of a port's registers: all of a place but the offset in them.
fn page_bits(registers: &Registers) -> usize {
    place_bits(registers) - OFFSET_BITS
}

block! {
    /// Takes writes, and says which register each one is for.
    ///
    /// Address and data are taken together. A write of less than a word, or to a register that has
    /// nothing to be written, is answered with an error (SLVERR) and changes nothing.
    pub struct RegisterWriter(registers: &Registers) as "tailback_register_writer" {
        /// Bits of an address that select a byte.
        count byte_bits = BYTE_BITS;
        /// Bits of a place among the registers of a port.
        count offset_bits = OFFSET_BITS;
        /// Ports.
        count ports = registers.port.ports();
        /// Words of the victim masks.
        count mask_words = mask_words(registers);
        /// Bits of an address that are looked at.
        count address_mask = address_mask(registers);
        /// The address of the setting of the switch.
        count setting_address = address::CONGESTION_SETTING as usize;
        /// The place of the first one, in words.
        count mask_place = place(address::VICTIM_MASK);
        /// The high bits of the place of the registers of port 0.
        count first_port = FIRST_PORT;
        /// The place of a port's setting among its registers.
        count port_setting_offset = place(address::port::CONGESTION_SETTING);
        /// That of its Head-of-Queue Life limit.
        count life_offset = place(address::port::HEAD_OF_QUEUE);
        /// The high bits of the place of each forwarding entry.
        count forwarding_tag = forwarding_tag(registers);
        /// Bits of the number of a forwarding entry.
        count entry_bits = registers.forwarding.address_bits();

        /// There is an address.
        input awvalid;
        /// The address.
        input awaddr[address_bits(registers)];
        /// There is data.
        input wvalid;
        /// Bytes of it that count.
        input wstrb[WORD_BYTES as usize];
        /// The answer is taken.
        input bready;
        /// The forwarding table is being cleared.
        input clearing;

        /// Address and data are taken.
        output takes;
        /// There is an answer.
        output bvalid;
        /// 0: OKAY, 2: SLVERR.
        output bresp[2];
        /// The setting of the switch is written.
        output writes_setting;
        /// The word of the victim masks is written.
        output(mask_words(registers)) writes_mask;
        /// The setting of each port is written.
        output(registers.port.ports()) writes_port;
        /// The Head-of-Queue Life limit of each port is written.
        output(registers.port.ports()) writes_life;
        /// A forwarding entry is written.
        output writes_entry;
        /// Which one.
        output entry[registers.forwarding.address_bits()];

        /// The address that is written.
        local address[address_bits(registers)];
        /// The same, in words.
        local place[place_bits(registers)];
        /// Its high bits, above those of a port's registers.
        local page[page_bits(registers)];
        /// The place among a port's registers.
        local offset[OFFSET_BITS];
        /// Its high bits, above those of a forwarding entry.
        local tag[tag_bits(registers)];
        /// A whole word is written.
        local whole;
        /// It is some word of the victim masks.
        local is_mask;
        /// It is a setting of some port.
        local is_port;
        /// Something is written.
        local okay;

        /// There is an answer.
        reg answers;
        /// The write was no good.
        reg refused;
    }
}

impl Logic for RegisterWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.takes.next =
            self.awvalid.val() && self.wvalid.val() && !self.answers.val() && !self.clearing.val();
        self.whole.next = self.takes.val() && self.wstrb.val().all();

        self.address.next = self.awaddr.val() & self.address_mask.val();
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

        self.bvalid.next = self.answers.val();
        self.bresp.next = 0.into();
        self.bresp.next = self.bresp.val().replace_bit(1, self.refused.val());
        if self.takes.val() {
            comment!("There is no answer yet: it would keep the write from being taken.");
            self.answers.next = true;
            self.refused.next = !self.okay.val();
        } else if self.bready.val() {
            self.answers.next = false;
        }
    }
}
