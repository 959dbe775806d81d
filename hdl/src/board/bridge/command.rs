//! The bytes of a command.

use super::{BYTE, WORD};
use crate::prelude::*;
use tailback_spec::board::bridge::{
    UartBridge, ADDRESS_BYTES, DATA_BYTES, READ, READ_BYTES, WRITE, WRITE_BYTES,
};

/// Bits of the number of bytes of a command.
const COUNT_BITS: usize = WRITE_BYTES.ilog2() as usize + 1;

block! {
    /// Collects the bytes of a command.
    pub struct BridgeCommand(config: &UartBridge) as "tailback_bridge_command" {
        /// First byte of a command that writes.
        param write[BYTE] = u128::from(WRITE);
        /// First byte of a command that reads.
        param read[BYTE] = u128::from(READ);
        /// Number of the last byte of a command that reads.
        count read_last = READ_BYTES - 1;
        /// Number of the last byte of a command that writes.
        count write_last = WRITE_BYTES - 1;
        /// Number of the first byte of the address.
        count address_first = READ_BYTES - ADDRESS_BYTES;
        /// Bytes of an address.
        count address_bytes = ADDRESS_BYTES;
        /// Number of the first byte of the data.
        count value_first = READ_BYTES;
        /// Bytes of the data.
        count value_bytes = DATA_BYTES;
        /// Last cycle without a byte until the bytes are dropped, from 0 on.
        count last_cycle = config.timeout_cycles() - 1;

        /// A byte is received.
        input received;
        /// A byte ends without its stop bit.
        input broken;
        /// Byte that is received.
        input data[BYTE];
        /// A command is executed.
        input run;
        /// The last byte of a command is received.
        output whole;
        /// Execution of the command begins.
        output_reg begins;
        /// The command is a write.
        output_reg is_write;
        /// Slave.
        output_reg slave[BYTE];
        /// Address.
        output_reg address[ADDRESS_BYTES * BYTE];
        /// Data of a write.
        output_reg value[WORD];

        /// The byte belongs to a command.
        local takes;
        /// The bytes are dropped.
        local stale;
        /// The byte begins a command.
        local is_known;
        /// Address with the byte that is received.
        local new_address[ADDRESS_BYTES * BYTE];
        /// Data with the byte that is received.
        local new_value[WORD];
        /// Bytes of the command so far.
        reg count[COUNT_BITS];
        /// Cycles without a byte.
        reg quiet[config.quiet_bits()];
    }
}

impl Logic for BridgeCommand {
    #[hdl_gen]
    fn update(&mut self) {
        self.takes.next = self.received.val() && !self.run.val();
        self.is_known.next =
            self.data.val() == self.write.val() || self.data.val() == self.read.val();
        self.whole.next = self.takes.val()
            && ((self.count.val() == self.read_last.val() && !self.is_write.val())
                || self.count.val() == self.write_last.val());
        self.stale.next = self.quiet.val() == self.last_cycle.val();

        if self.whole.val()
            || self.broken.val()
            || self.stale.val()
            || (self.takes.val() && self.count.val() == 0 && !self.is_known.val())
        {
            self.count.next = 0.into();
        } else if self.takes.val() {
            self.count.next = self.count.val() + 1;
        }
        if self.count.val() == 0 || self.run.val() || self.takes.val() || self.stale.val() {
            self.quiet.next = 0.into();
        } else {
            self.quiet.next = self.quiet.val() + 1;
        }

        comment!("Least significant bytes are first.");
        self.new_address.next = self.address.val();
        for number in 0..self.address_bytes.val() {
            if self.count.val() == self.address_first.val() + number {
                for at in 0..8 {
                    self.new_address.next = self
                        .new_address
                        .val()
                        .replace_bit(8 * number + at, self.data.val().get_bit(at));
                }
            }
        }
        self.new_value.next = self.value.val();
        for number in 0..self.value_bytes.val() {
            if self.count.val() == self.value_first.val() + number {
                for at in 0..8 {
                    self.new_value.next = self
                        .new_value
                        .val()
                        .replace_bit(8 * number + at, self.data.val().get_bit(at));
                }
            }
        }

        self.begins.next = self.whole.val();
        if self.takes.val() {
            if self.count.val() == 0 {
                self.is_write.next = self.data.val() == self.write.val();
            }
            if self.count.val() == 1 {
                self.slave.next = self.data.val();
            }
            self.address.next = self.new_address.val();
            self.value.next = self.new_value.val();
        }
    }
}
