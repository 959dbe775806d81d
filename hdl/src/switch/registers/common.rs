//! Settings of the switch as a whole.

use super::layout::{field, mask_words, ENTRY_VALID, WORD};
use super::CongestionSetting;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::forwarding::PORT_BITS;
use tailback_spec::switch::registers::Registers;

/// So many ones.
fn ones(bits: usize) -> u128 {
    (1 << bits) - 1
}

block! {
    /// Holds the settings of the switch as a whole, and reads all registers that are of no port.
    pub struct CommonRegisters(registers: &Registers) as "tailback_common_registers" {
        /// Words of the victim masks.
        count mask_words = mask_words(registers);
        /// Ports of which the first one has a bit.
        count low_ports = registers.port.ports().min(WORD);
        /// Ports of which the second one has.
        count high_ports = registers.port.ports().saturating_sub(WORD);
        /// There is a second one.
        choice has_high_mask = mask_words(registers) > 1;
        /// Bits of the first one that belong to a port.
        param low_fields[WORD] = ones(registers.port.ports().min(WORD));
        /// Bits of the second one.
        param high_fields[WORD] = ones(registers.port.ports().saturating_sub(WORD));
        /// Bits of a word.
        count word_bits = WORD;
        /// Bits of the port of a forwarding entry.
        count port_bits = PORT_BITS;
        /// The bit that makes a forwarding entry count, or the setting of a port.
        count valid_bit = ENTRY_VALID;

        /// The setting is written.
        input writes_setting;
        /// The word of the victim masks is written.
        input(mask_words(registers)) writes_mask;
        /// With these bits.
        input data[WORD];
        /// What is read if it never changes, else 0.
        input constant[WORD];
        /// The setting is read.
        input is_setting;
        /// The word of the victim masks is read.
        input(mask_words(registers)) is_mask;
        /// A forwarding entry is read.
        input is_entry;
        /// That counts.
        input entry_valid;
        /// Its port.
        input entry_port[PORT_BITS];

        /// Eligible packets between two that are marked.
        output marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        output packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        output threshold[field::THRESHOLD_BITS];
        /// Victims are marked, too, by each output port.
        output(registers.port.ports()) victim_mask;
        /// What the register that is read holds; 0 if it is one of a port.
        output word[WORD];

        /// The setting.
        sub setting: CongestionSetting = CongestionSetting::new();
        /// Words of the victim masks, with a bit for each port.
        reg(mask_words(registers)) masks[WORD];
        /// Bits of them that belong to a port.
        local(mask_words(registers)) fields[WORD];
        /// The forwarding entry.
        local entry[WORD];
    }
}

impl Logic for CommonRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.setting.write.next = self.writes_setting.val();
        self.setting.data.next = self.data.val();
        self.marking_rate.next = self.setting.marking_rate.val();
        self.packet_size.next = self.setting.packet_size.val();
        self.threshold.next = self.setting.threshold.val();

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
            comment!("That of the switch always counts, and has no bit that says so.");
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
