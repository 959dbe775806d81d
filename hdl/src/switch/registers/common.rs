//! Settings of the switch as a whole, and the settings of ports as they were written.

use super::layout::{field, mask_words, setting_words, ENTRY_VALID, WORD};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::forwarding::PORT_BITS;
use tailback_spec::switch::head_of_queue::{CODE_BITS, RESET_CODE};
use tailback_spec::switch::registers::Registers;

/// A number with this many low bits set.
fn ones(bits: usize) -> u128 {
    (1 << bits) - 1
}

block! {
    /// Holds the settings of the switch as a whole, and reads all registers but the states of
    /// ports.
    ///
    /// A memory holds each setting as it was written, for reads. A setting that has not been
    /// written since reset reads as its reset value.
    pub struct CommonRegisters(registers: &Registers) as "tailback_common_registers" {
        /// Ports.
        count ports = registers.port.ports();
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
        /// Bits of the switch's congestion setting that belong to a field.
        param common_fields[WORD] = field::COMMON;
        /// Bits of a port's congestion setting that belong to a field.
        param own_fields[WORD] = field::OWN;
        /// Bits of a Head-of-Queue Life limit that belong to a field.
        param life_fields[WORD] = ones(CODE_BITS);
        /// Reset value of a Head-of-Queue Life limit.
        param life_reset[WORD] = RESET_CODE as u128;
        /// First bit of the packet size; the marking rate begins at bit 0.
        count packet_size_at = field::PACKET_SIZE;
        /// First bit of the threshold's weight.
        count threshold_at = field::THRESHOLD;
        /// Bits of a register.
        count word_bits = WORD;
        /// Valid bit of a forwarding entry, and of a port's congestion setting.
        count valid_bit = ENTRY_VALID;

        /// Address in the memory of settings.
        input setting[address_bits(setting_words(registers))];
        /// Write data.
        input data[WORD];
        /// The congestion setting is written.
        input writes_setting;
        /// The word of the victim mask is written.
        input(mask_words(registers)) writes_mask;
        /// The congestion setting of the port is written.
        input(registers.port.ports()) writes_port;
        /// The Head-of-Queue Life limit of the port is written.
        input(registers.port.ports()) writes_life;
        /// Value of the constant register that is read; 0 if another register is read.
        input constant[WORD];
        /// The congestion setting is read.
        input is_setting;
        /// The word of the victim mask is read.
        input(mask_words(registers)) is_mask;
        /// Number of the port whose register is read.
        input port_number[registers.port.port_bits()];
        /// The congestion setting of a port is read.
        input is_port_setting;
        /// The Head-of-Queue Life limit of a port is read.
        input is_life;
        /// A forwarding entry is read.
        input is_entry;
        /// Valid bit of the forwarding entry that is read.
        input entry_valid;
        /// Output port of the forwarding entry that is read.
        input entry_port[PORT_BITS];

        /// New setting of ports: eligible packets between two that are marked.
        output new_marking_rate[field::MARKING_RATE_BITS];
        /// New setting of ports: blocks of the shortest packet that is marked.
        output new_packet_size[field::PACKET_SIZE_BITS];
        /// New setting of ports: weight of the threshold.
        output new_threshold[field::THRESHOLD_BITS];
        /// New setting of a port: the setting overrides that of the switch.
        output new_valid;
        /// New code of a Head-of-Queue Life limit.
        output new_life[CODE_BITS];
        /// The output port also marks victims.
        output_reg(registers.port.ports()) victim_mask;
        /// Value of the register in the cycle before; 0 if it is a state of a port.
        output_reg word[WORD];

        /// Setting of the switch: eligible packets between two that are marked.
        reg marking_rate[field::MARKING_RATE_BITS];
        /// Setting of the switch: blocks of the shortest packet that is marked.
        reg packet_size[field::PACKET_SIZE_BITS];
        /// Setting of the switch: weight of the threshold.
        reg threshold[field::THRESHOLD_BITS];
        /// The congestion setting of the switch has been written since reset.
        reg has_setting;
        /// The word of the victim mask has been written since reset.
        reg(mask_words(registers)) has_mask;
        /// The congestion setting of the port has been written since reset.
        reg(registers.port.ports()) has_port_setting;
        /// The Head-of-Queue Life limit of the port has been written since reset.
        reg(registers.port.ports()) has_life;
        /// Settings as they were written.
        memory(setting_words(registers)) settings[WORD];
        /// A setting is written.
        local stores;
        /// No setting is written.
        local reads;
        /// Bits of each word of the victim mask that belong to a port.
        local(mask_words(registers)) mask_fields[WORD];
        /// Bits of the setting that is read; 0 if it has not been written, or is no setting.
        local fields[WORD];
        /// Forwarding entry in the layout of its register.
        local entry[WORD];
        /// Value of the register.
        local value[WORD];
    }
    connect {
        settings: write = stores, write_address = setting, write_data = data, read = reads,
            read_address = setting;
    }
}

impl Logic for CommonRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Writes");
        self.stores.next = self.writes_setting.val();
        for half in 0..self.mask_words.val() {
            self.stores.next = self.stores.val() || self.writes_mask[half].val();
            if self.writes_mask[half].val() {
                self.has_mask[half].next = true;
            }
        }
        for port in 0..self.ports.val() {
            self.stores.next =
                self.stores.val() || self.writes_port[port].val() || self.writes_life[port].val();
            if self.writes_port[port].val() {
                self.has_port_setting[port].next = true;
            }
            if self.writes_life[port].val() {
                self.has_life[port].next = true;
            }
        }
        self.reads.next = !self.stores.val();
        if self.writes_setting.val() {
            self.has_setting.next = true;
            self.marking_rate.next = self.data.val() >> 0;
            self.packet_size.next = self.data.val() >> self.packet_size_at.val();
            self.threshold.next = self.data.val() >> self.threshold_at.val();
        }
        for port in 0..self.low_ports.val() {
            if self.writes_mask[0].val() {
                self.victim_mask[port].next = self.data.val().get_bit(port);
            }
        }
        for port in 0..self.high_ports.val() {
            if self.writes_mask[1].val() {
                self.victim_mask[self.word_bits.val() + port].next = self.data.val().get_bit(port);
            }
        }

        comment!("A port without a setting of its own follows that of the switch.");
        self.new_valid.next = self.data.val().get_bit(self.valid_bit.val());
        if self.writes_setting.val() || self.new_valid.val() {
            self.new_marking_rate.next = self.data.val() >> 0;
            self.new_packet_size.next = self.data.val() >> self.packet_size_at.val();
            self.new_threshold.next = self.data.val() >> self.threshold_at.val();
        } else {
            self.new_marking_rate.next = self.marking_rate.val();
            self.new_packet_size.next = self.packet_size.val();
            self.new_threshold.next = self.threshold.val();
        }
        self.new_life.next = self.data.val() >> 0;

        comment!("Reads");
        self.mask_fields[0].next = self.low_fields.val();
        if self.has_high_mask.val() {
            self.mask_fields[1].next = self.high_fields.val();
        }
        self.fields.next = 0.into();
        if self.is_setting.val() && self.has_setting.val() {
            self.fields.next = self.common_fields.val();
        }
        for half in 0..self.mask_words.val() {
            if self.is_mask[half].val() && self.has_mask[half].val() {
                self.fields.next = self.mask_fields[half].val();
            }
        }
        if self.is_port_setting.val() && self.has_port_setting[self.port_number.val().index()].val()
        {
            self.fields.next = self.own_fields.val();
        }
        if self.is_life.val() && self.has_life[self.port_number.val().index()].val() {
            self.fields.next = self.life_fields.val();
        }
        self.entry.next = self.entry_port.val();
        self.entry.next =
            self.entry.val().replace_bit(self.valid_bit.val(), self.entry_valid.val());

        self.value.next = self.constant.val() | (self.settings.read_data.val() & self.fields.val());
        if self.is_life.val() && !self.has_life[self.port_number.val().index()].val() {
            self.value.next = self.value.val() | self.life_reset.val();
        }
        if self.is_entry.val() {
            self.value.next = self.value.val() | self.entry.val();
        }
        self.word.next = self.value.val();
    }
}
