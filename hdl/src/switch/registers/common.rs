//! Settings of the switch as a whole.

use super::layout::{field, mask_words, ENTRY_VALID, WORD};
use super::CongestionSetting;
use crate::prelude::*;
use tailback_spec::switch::forwarding::PORT_BITS;
use tailback_spec::switch::registers::Registers;

/// A number with this many low bits set.
fn ones(bits: usize) -> u128 {
    (1 << bits) - 1
}

block! {
    /// Holds the settings of the switch as a whole, and reads all registers outside the ports.
    pub struct CommonRegisters(registers: &Registers) as "tailback_common_registers" {
        /// 32-bit words of the victim mask.
        count mask_words = mask_words(registers);
        /// Ports that have a bit in the first word of the victim mask.
        count low_ports = registers.port.ports().min(WORD);
        /// Ports that have a bit in the second word of the victim mask.
        count high_ports = registers.port.ports().saturating_sub(WORD);
        /// The victim mask has a second word.
        choice has_high_mask = mask_words(registers) > 1;
        /// Bits of the first word of the victim mask that belong to a port.
        param low_fields[WORD] = ones(registers.port.ports().min(WORD));
        /// Bits of the second word of the victim mask that belong to a port.
        param high_fields[WORD] = ones(registers.port.ports().saturating_sub(WORD));
        /// Bits of a register.
        count word_bits = WORD;
        /// Bits of the output port in a forwarding entry.
        count port_bits = PORT_BITS;
        /// Valid bit of a forwarding entry, and of a port's congestion setting.
        count valid_bit = ENTRY_VALID;

        /// High in the cycle in which the congestion setting is written.
        input writes_setting;
        /// High in the cycle in which the word of the victim mask is written.
        input(mask_words(registers)) writes_mask;
        /// AXI4-Lite write data.
        input data[WORD];
        /// Value of the constant register that is read; 0 if another register is read.
        input constant[WORD];
        /// The congestion setting is read.
        input is_setting;
        /// The word of the victim mask is read.
        input(mask_words(registers)) is_mask;
        /// A forwarding entry is read.
        input is_entry;
        /// Valid bit of the forwarding entry that is read.
        input entry_valid;
        /// Output port of the forwarding entry that is read.
        input entry_port[PORT_BITS];

        /// Eligible packets between two that are marked.
        output marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        output packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        output threshold[field::THRESHOLD_BITS];
        /// The output port also marks victims.
        output(registers.port.ports()) victim_mask;
        /// Value of the register that is read; 0 if it belongs to a port.
        output word[WORD];

        /// Congestion setting of the switch.
        sub setting: CongestionSetting = CongestionSetting::new();
        /// Victim mask, with one bit per port.
        reg(mask_words(registers)) masks[WORD];
        /// Bits of each word of the victim mask that belong to a port.
        local(mask_words(registers)) fields[WORD];
        /// Forwarding entry in the layout of its register.
        local entry[WORD];
    }
    connect {
        setting: write = writes_setting, data, marking_rate, packet_size, threshold;
    }
}

impl Logic for CommonRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.fields[0].next = self.low_fields.val();
        if self.has_high_mask.val() {
            self.fields[1].next = self.high_fields.val();
        }
        for half in 0..self.mask_words.val() {
            if self.writes_mask[half].val() {
                self.masks[half].next = self.data.val() & self.fields[half].val();
            }
        }
        for port in 0..self.low_ports.val() {
            self.victim_mask[port].next = self.masks[0].val().get_bit(port);
        }
        for port in 0..self.high_ports.val() {
            self.victim_mask[self.word_bits.val() + port].next = self.masks[1].val().get_bit(port);
        }
        self.entry.next = self.entry_port.val();
        self.entry.next =
            self.entry.val().replace_bit(self.valid_bit.val(), self.entry_valid.val());

        self.word.next = self.constant.val();
        if self.is_setting.val() {
            self.word.next = self.setting.word.val();
            comment!("The setting of the switch always applies, and has no valid bit.");
            self.word.next = self.word.val().replace_bit(self.valid_bit.val(), false);
        }
        for half in 0..self.mask_words.val() {
            if self.is_mask[half].val() {
                self.word.next = self.masks[half].val();
            }
        }
        if self.is_entry.val() {
            self.word.next = self.entry.val();
        }
    }
}
