//! From a serial line to AXI4-Lite.

mod command;
mod control;

pub use command::BridgeCommand;
pub use control::BridgeControl;

use super::{UartReceiver, UartTransmitter};
use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::board::bridge::{UartBridge as Config, DATA_BYTES, OKAY, REFUSED};
use tailback_spec::board::CYCLE_BITS;

/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
/// Bits of a register.
const WORD: usize = DATA_BYTES * BYTE;
/// Bytes of a response to a read.
const RESPONSE_BYTES: usize = 1 + DATA_BYTES;
/// Bits of the number of bytes of a response.
const LEFT_BITS: usize = RESPONSE_BYTES.ilog2() as usize + 1;

block! {
    /// Executes commands of a serial line: writes and reads of the registers of several slaves, one at a
    /// time.
    ///
    /// A write is "W", the slave (1 byte), the address (3) and the data (4), least significant bytes
    /// first; a read is "R", slave and address. The response is "K", or "E" if the access is refused, and
    /// then the data of a read.
    pub struct UartBridge(config: &Config) as "tailback_uart_bridge" {
        /// Slaves.
        count slaves = config.slaves();
        /// Response to a command that was executed.
        param okay[BYTE] = u128::from(OKAY);
        /// Response to a command that was refused.
        param refused[BYTE] = u128::from(REFUSED);
        /// Bytes of a response to a read.
        count response_bytes = RESPONSE_BYTES;

        /// The serial line from the computer; driven by another clock.
        input rxd;
        /// Registers of the slaves.
        master(config.slaves()) m_axil: AxiLite(config.address_bits(), true, true)
            reg { awvalid, wvalid, arvalid };
        /// The serial line to the computer.
        output txd;
        /// Reset of the fabric and its hosts.
        output fabric_reset;
        /// Cycles since the reset of the fabric has ended; it stops at the largest number.
        output cycle[CYCLE_BITS];

        /// Bytes of the serial line.
        sub receiver: UartReceiver = UartReceiver::new(&config.uart());
        /// Commands.
        sub command: BridgeCommand = BridgeCommand::new(config);
        /// Registers of the bridge itself.
        sub control: BridgeControl = BridgeControl::new(config);
        /// Bytes of responses.
        sub transmitter: UartTransmitter = UartTransmitter::new(&config.uart());
        /// The slave exists.
        local is_slave;
        /// The slave has answered.
        local answered;
        /// The answer of the slave is an error.
        local fails;
        /// Data of the answer.
        local word[WORD];
        /// Response, the first byte in the least significant bits.
        local new_response[WORD + BYTE];
        /// A command is executed, and no response is left.
        local waits;
        /// One bit per slave: the command is for the slave.
        local(config.slaves()) selected;
        /// Bytes of the response that have not been transmitted; the next one is the least significant one.
        reg response[WORD + BYTE];
        /// Number of these bytes.
        reg left[LEFT_BITS];
        /// A command is executed.
        reg run;
    }
    connect {
        receiver: rxd;
        receiver, command: received, broken, data;
        command: run;
        command, control: begins, is_write, slave, address;
        control: fabric_reset, cycle;
        transmitter: txd;
    }
}

impl Logic for UartBridge {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_slave.next = self.command.slave.val() < self.slaves.val();
        self.waits.next = self.run.val() && !self.command.begins.val() && self.left.val() == 0;
        self.answered.next = false;
        self.fails.next = false;
        self.word.next = 0.into();
        for number in 0..self.slaves.val() {
            self.selected[number].next = self.command.slave.val() == number;
            self.m_axil.awaddr[number].next = self.command.address.val() >> 0;
            self.m_axil.araddr[number].next = self.command.address.val() >> 0;
            self.m_axil.wdata[number].next = self.command.value.val();
            self.m_axil.wstrb[number].next = 15.into();
            self.m_axil.bready[number].next = true;
            self.m_axil.rready[number].next = true;
            comment!("Requests stay until they are accepted.");
            if self.m_axil.awready[number].val() {
                self.m_axil.awvalid[number].next = false;
            }
            if self.m_axil.wready[number].val() {
                self.m_axil.wvalid[number].next = false;
            }
            if self.m_axil.arready[number].val() {
                self.m_axil.arvalid[number].next = false;
            }
            if self.command.begins.val() && self.selected[number].val() {
                self.m_axil.awvalid[number].next = self.command.is_write.val();
                self.m_axil.wvalid[number].next = self.command.is_write.val();
                self.m_axil.arvalid[number].next = !self.command.is_write.val();
            }
            if self.waits.val() && self.selected[number].val() {
                if self.command.is_write.val() {
                    self.answered.next = self.m_axil.bvalid[number].val();
                    self.fails.next = self.m_axil.bresp[number].val().any();
                } else {
                    self.answered.next = self.m_axil.rvalid[number].val();
                    self.fails.next = self.m_axil.rresp[number].val().any();
                    self.word.next = self.m_axil.rdata[number].val();
                }
            }
        }
        if self.command.begins.val() && !self.is_slave.val() {
            self.answered.next = true;
            self.fails.next = self.control.fails.val();
            self.word.next = self.control.word.val();
        }

        comment!("The response");
        self.transmitter.valid.next = self.left.val() != 0;
        self.transmitter.data.next = self.response.val() >> 0;
        self.new_response.next = self.word.val();
        self.new_response.next = self.new_response.val() << 8;
        if self.fails.val() {
            self.new_response.next = self.new_response.val() | self.refused.val();
        } else {
            self.new_response.next = self.new_response.val() | self.okay.val();
        }
        if self.command.whole.val() {
            self.run.next = true;
        }
        if self.answered.val() {
            self.response.next = self.new_response.val();
            if self.command.is_write.val() {
                self.left.next = 1.into();
            } else {
                self.left.next = self.response_bytes.val().into();
            }
        } else if self.left.val() != 0 && self.transmitter.ready.val() {
            self.response.next = self.response.val() >> 8;
            self.left.next = self.left.val() - 1;
            if self.left.val() == 1 {
                self.run.next = false;
            }
        }
    }
}
