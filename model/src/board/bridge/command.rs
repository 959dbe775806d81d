//! Reception of commands.

use crate::board::uart::Frame;
use tailback_spec::board::bridge::{
    UartBridge, ADDRESS_BYTES, DATA_BYTES, READ, READ_BYTES, WRITE, WRITE_BYTES,
};

/// First byte of the address in a command.
const ADDRESS: usize = 2;

/// A command that is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Command {
    pub is_write: bool,
    pub slave: u8,
    pub address: u32,
}

/// The bytes of a command so far, and those of the command before.
#[derive(Debug, Clone)]
pub(super) struct Reception {
    timeout_cycles: usize,
    /// Bytes of the command so far.
    count: usize,
    /// Cycles since the last byte.
    quiet: usize,
    is_write: bool,
    slave: u8,
    address: [u8; ADDRESS_BYTES],
    data: [u8; DATA_BYTES],
}

impl Reception {
    /// After reset.
    pub fn new(bridge: &UartBridge) -> Self {
        Reception {
            timeout_cycles: bridge.timeout_cycles(),
            count: 0,
            quiet: 0,
            is_write: false,
            slave: 0,
            address: [0; ADDRESS_BYTES],
            data: [0; DATA_BYTES],
        }
    }

    /// Address of the command, as received so far.
    pub fn address(&self) -> u32 {
        number(&self.address)
    }

    /// Data of the command, as received so far.
    pub fn data(&self) -> u32 {
        number(&self.data)
    }

    /// The end of a cycle in which `frame` ended; returns the command that begins with the next cycle.
    /// While one `runs`, all bytes are ignored.
    pub fn clock(&mut self, frame: Option<Frame>, runs: bool) -> Option<Command> {
        let byte = match frame {
            Some(Frame::Byte(byte)) if !runs => Some(byte),
            _ => None,
        };
        let is_stale = self.quiet == self.timeout_cycles - 1;
        let idles = self.count == 0 || runs || byte.is_some() || is_stale;
        self.quiet = if idles { 0 } else { self.quiet + 1 };
        let whole = byte.is_some_and(|byte| self.take(byte));
        if whole || is_stale || frame == Some(Frame::Broken) {
            self.count = 0;
        }
        let Reception { is_write, slave, .. } = *self;
        whole.then(|| Command { is_write, slave, address: self.address() })
    }

    /// Takes a byte; returns whether the command is complete.
    fn take(&mut self, byte: u8) -> bool {
        const SLAVE: usize = 1;
        match self.count {
            0 => {
                self.is_write = byte == WRITE;
                self.count = usize::from([WRITE, READ].contains(&byte));
                return false;
            }
            SLAVE => self.slave = byte,
            index @ ADDRESS..READ_BYTES => self.address[index - ADDRESS] = byte,
            index => self.data[index - READ_BYTES] = byte,
        }
        self.count += 1;
        self.count == if self.is_write { WRITE_BYTES } else { READ_BYTES }
    }
}

/// A number from its bytes, the least significant one first.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << u8::BITS | u32::from(*byte))
}
