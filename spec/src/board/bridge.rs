//! From a serial line to AXI4-Lite: software writes and reads the registers of several slaves.
//!
//! # Commands
//!
//! Numbers are sent with the least significant byte first.
//!
//! | command | bytes | response |
//! |---|---|---|
//! | write | [`WRITE`], slave (1 byte), address (3), data (4) | [`OKAY`] or [`REFUSED`] |
//! | read | [`READ`], slave (1), address (3) | [`OKAY`] or [`REFUSED`], then the data (4) |
//!
//! Another byte in place of the first one is ignored. While a command is executed, up to the last byte of
//! its response, received bytes are ignored. The bytes of a command that is not complete are dropped when a
//! byte ends without its stop bit, or when none has been received for `timeout_cycles` cycles.
//!
//! Slave [`CONTROL`] is the bridge itself; its registers are in [`address`]. The bridge refuses what has no
//! slave or no register: the data of such a read is 0.
//!
//! # Cycles
//!
//! `received`, `broken` and `byte` are those of the [receiver](super::uart), `ready` that of the transmitter.
//! `count` is the number of bytes of the command so far, and `run` says that a command is executed.
//!
//! ```text
//! takes    = received and not run
//! first    = takes and count = 0
//! is_known = byte is WRITE or READ
//! whole    = takes and (count = 4 and not is_write or count = 8)
//! stale    = quiet = timeout_cycles - 1
//!
//! count'   = 0          if whole, broken or stale, or first and not is_known
//!            count + 1  otherwise, if takes
//! quiet'   = 0          if count = 0, run, takes or stale;  quiet + 1 otherwise
//! is_write' = byte is WRITE   if first
//! slave'   = byte       if takes and count = 1
//! address' : byte in place of its lowest, second, third byte if takes and count = 2, 3, 4
//! data'    : likewise with count = 5, 6, 7, 8
//! begins'  = whole
//! run'     = 1 if whole;  0 if the transmitter takes the last byte of the response
//! ```
//!
//! In the cycle with `begins`, *execution* begins:
//!
//! ```text
//! is_slave   = slave < slaves
//! is_control = slave is CONTROL
//! awvalid[slave]' = 1, wvalid[slave]' = 1    if begins, is_slave and is_write
//! arvalid[slave]' = 1                        if begins, is_slave and not is_write
//! ```
//!
//! `awvalid`, `wvalid` and `arvalid` of a slave become 0 after a cycle in which they are 1 with their ready.
//! `awaddr` and `araddr` of every slave are the low bits of `address`, `wdata` is `data`, `wstrb`, `bready` and
//! `rready` are ones. With `answered` = `bvalid[slave]` if is_write, else `rvalid[slave]`, in a cycle with `run`,
//! is_slave, and not `begins`, while no response is *left*:
//!
//! ```text
//! response' = OKAY or REFUSED, then the data      if answered, or begins and not is_slave
//! left'     = 1 if is_write, else 5               in the same cycle
//! ```
//!
//! A slave has refused if its `bresp` or `rresp` is not 0. The transmitter's `valid` is `left > 0`; when it
//! takes a byte, `left' = left - 1`, and the next byte of the response follows.
//!
//! # Reset and time
//!
//! ```text
//! resets       = begins and is_control and is_write and address is RESET
//! reset_left'  = RESET_CYCLES     if resets
//!                reset_left - 1   otherwise, if reset_left > 0
//! fabric_reset = reset_left > 0
//! cycle'       = 0                if fabric_reset
//!                cycle + 1        otherwise, if it is not the largest number
//! ```
//!
//! After reset, `reset_left` is RESET_CYCLES, and all other registers are 0. So `cycle` is the number of cycles
//! since `fabric_reset` has ended, beginning with 0. A read of [`address::CYCLE`] returns the `cycle` in which it
//! begins.
//!
//! Module `tailback_uart_bridge`. Ports, in this order: `rxd`, `m_axil` (an array of as many as there are
//! slaves), `txd`, `fabric_reset`, `cycle` ([`CYCLE_BITS`](super::CYCLE_BITS)).

use super::uart::Uart;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use std::ops::RangeInclusive;

/// First byte of a command that writes a register: "W".
pub const WRITE: u8 = b'W';
/// First byte of a command that reads a register: "R".
pub const READ: u8 = b'R';
/// First byte of the response to a command that was executed: "K".
pub const OKAY: u8 = b'K';
/// First byte of the response to a command that was refused: "E".
pub const REFUSED: u8 = b'E';

/// Bytes of an address in a command.
pub const ADDRESS_BYTES: usize = 3;
/// Bytes of the data of a command or response.
pub const DATA_BYTES: usize = 4;
/// Bytes of a command that reads.
pub const READ_BYTES: usize = 2 + ADDRESS_BYTES;
/// Bytes of a command that writes.
pub const WRITE_BYTES: usize = READ_BYTES + DATA_BYTES;

/// Number of the bridge itself among the slaves.
pub const CONTROL: u8 = 0xFF;

/// Cycles for which the fabric is reset.
pub const RESET_CYCLES: usize = 16;

/// Registers of the bridge.
pub mod address {
    /// [`IDENTIFICATION`](super::IDENTIFICATION); read only.
    pub const IDENTIFICATION: u32 = 0x00;
    /// [`VERSION`](super::VERSION); read only.
    pub const VERSION: u32 = 0x04;
    /// Digest of the design; read only.
    pub const DIGEST: u32 = 0x08;
    /// Frequency of the clock in Hz; read only.
    pub const CLOCK_HZ: u32 = 0x0C;
    /// Number of slaves; read only.
    pub const SLAVES: u32 = 0x10;
    /// Cycles since the fabric's reset; read only.
    pub const CYCLE: u32 = 0x14;
    /// A write, of any data, resets the fabric and its hosts; write only.
    pub const RESET: u32 = 0x18;
}

/// Value of the first register: "TLBU" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBU");

/// Version of commands and registers, major and minor number in 16 bits each.
pub const VERSION: u32 = 1 << 16;

/// Parameters of the bridge. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UartBridge {
    uart: Uart,
    slaves: u32,
    address_bits: u32,
    timeout_cycles: u32,
    digest: u32,
    clock_hz: u32,
}

/// Values of the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// The serial line.
    pub uart: Uart,
    /// Number of slaves.
    pub slaves: u32,
    /// Bits of an address of a slave.
    pub address_bits: u32,
    /// Cycles without a byte after which a command that is not complete is dropped.
    pub timeout_cycles: u32,
    /// Digest of the design.
    pub digest: u32,
    /// Frequency of the clock in Hz.
    pub clock_hz: u32,
}

impl UartBridge {
    /// Number of slaves: 1 to 64.
    pub const SLAVES: RangeInclusive<u64> = 1..=64;
    /// Bits of an address: 5 to 24.
    pub const ADDRESS_BITS: RangeInclusive<u64> = 5..=24;
    /// Cycles of the timeout: 1024 to 2^28.
    pub const TIMEOUT_CYCLES: RangeInclusive<u64> = 1024..=1 << 28;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range of its name, such as [`UartBridge::SLAVES`].
    pub fn new(parameters: Parameters) -> Result<Self, OutOfRange> {
        let Parameters { uart, slaves, address_bits, timeout_cycles, digest, clock_hz } =
            parameters;
        check(Parameter::Slaves, slaves, Self::SLAVES, "slaves")?;
        check(Parameter::AddressBits, address_bits, Self::ADDRESS_BITS, "bits")?;
        check(Parameter::TimeoutCycles, timeout_cycles, Self::TIMEOUT_CYCLES, "cycles")?;
        Ok(UartBridge { uart, slaves, address_bits, timeout_cycles, digest, clock_hz })
    }

    /// The serial line.
    pub fn uart(&self) -> Uart {
        self.uart
    }

    /// Number of slaves.
    pub fn slaves(&self) -> usize {
        self.slaves as usize
    }

    /// Bits of an address of a slave.
    pub fn address_bits(&self) -> usize {
        self.address_bits as usize
    }

    /// Cycles without a byte after which a command that is not complete is dropped.
    pub fn timeout_cycles(&self) -> usize {
        self.timeout_cycles as usize
    }

    /// Bits that count the cycles of the timeout.
    pub fn quiet_bits(&self) -> usize {
        bits_for(self.timeout_cycles - 1)
    }

    /// Digest of the design.
    pub fn digest(&self) -> u32 {
        self.digest
    }

    /// Frequency of the clock in Hz.
    pub fn clock_hz(&self) -> u32 {
        self.clock_hz
    }
}
