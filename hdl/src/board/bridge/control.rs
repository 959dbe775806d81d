//! The registers of the bridge itself.

use super::{BYTE, WORD};
use crate::prelude::*;
use tailback_spec::board::bridge::{
    address, UartBridge, ADDRESS_BYTES, CONTROL, IDENTIFICATION, RESET_CYCLES, VERSION,
};
use tailback_spec::board::CYCLE_BITS;

/// Bits of the number of cycles that are left of a reset.
const RESET_BITS: usize = RESET_CYCLES.ilog2() as usize + 1;

block! {
    /// Registers of the bridge: what it is, the reset of the fabric, and the cycles since.
    pub struct BridgeControl(config: &UartBridge) as "tailback_bridge_control" {
        /// Number of the bridge among the slaves.
        param number[BYTE] = u128::from(CONTROL);
        /// Value of `IDENTIFICATION`.
        param identification[WORD] = u128::from(IDENTIFICATION);
        /// Value of `VERSION`.
        param version[WORD] = u128::from(VERSION);
        /// Value of `DIGEST`.
        param digest[WORD] = u128::from(config.digest());
        /// Value of `CLOCK_HZ`.
        param clock_hz[WORD] = u128::from(config.clock_hz());
        /// Value of `SLAVES`.
        param slaves[WORD] = config.slaves() as u128;
        /// Address of `IDENTIFICATION`.
        count identification_address = address::IDENTIFICATION as usize;
        /// Address of `VERSION`.
        count version_address = address::VERSION as usize;
        /// Address of `DIGEST`.
        count digest_address = address::DIGEST as usize;
        /// Address of `CLOCK_HZ`.
        count clock_address = address::CLOCK_HZ as usize;
        /// Address of `SLAVES`.
        count slaves_address = address::SLAVES as usize;
        /// Address of `CYCLE`.
        count cycle_address = address::CYCLE as usize;
        /// Address of `RESET`.
        count reset_address = address::RESET as usize;
        /// Cycles of a reset.
        count reset_cycles = RESET_CYCLES;

        /// Execution of a command begins.
        input begins;
        /// The command is a write.
        input is_write;
        /// Slave of the command.
        input slave[BYTE];
        /// Address of the command.
        input address[ADDRESS_BYTES * BYTE];
        /// The command is for no register of the bridge.
        output fails;
        /// Value that is read.
        output word[WORD];
        /// Reset of the fabric; a register, because it goes to all of the chip.
        output_reg fabric_reset = 1u128;
        /// Cycles since the reset of the fabric has ended.
        output_reg cycle[CYCLE_BITS];

        /// The command is for the bridge.
        local is_control;
        /// Cycles that are left of the reset.
        reg reset_left[RESET_BITS] = RESET_CYCLES as u128;
    }
}

impl Logic for BridgeControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_control.next = self.slave.val() == self.number.val();
        self.fails.next = true;
        self.word.next = 0.into();
        if self.is_control.val() && self.is_write.val() {
            self.fails.next = self.address.val() != self.reset_address.val();
        }
        if self.is_control.val() && !self.is_write.val() {
            if self.address.val() == self.identification_address.val() {
                self.fails.next = false;
                self.word.next = self.identification.val();
            }
            if self.address.val() == self.version_address.val() {
                self.fails.next = false;
                self.word.next = self.version.val();
            }
            if self.address.val() == self.digest_address.val() {
                self.fails.next = false;
                self.word.next = self.digest.val();
            }
            if self.address.val() == self.clock_address.val() {
                self.fails.next = false;
                self.word.next = self.clock_hz.val();
            }
            if self.address.val() == self.slaves_address.val() {
                self.fails.next = false;
                self.word.next = self.slaves.val();
            }
            if self.address.val() == self.cycle_address.val() {
                self.fails.next = false;
                self.word.next = self.cycle.val();
            }
        }

        comment!("Reset and time");
        if self.reset_left.val() != 0 {
            self.reset_left.next = self.reset_left.val() - 1;
        }
        if self.reset_left.val() == 1 {
            self.fabric_reset.next = false;
        }
        if self.begins.val() && self.is_write.val() && !self.fails.val() {
            self.reset_left.next = self.reset_cycles.val().into();
            self.fabric_reset.next = true;
        }
        if self.fabric_reset.val() {
            self.cycle.next = 0.into();
        } else if !self.cycle.val().all() {
            self.cycle.next = self.cycle.val() + 1;
        }
    }
}
