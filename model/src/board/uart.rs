//! A serial line: its receiver and its transmitter.

#[cfg(test)]
mod tests;

use tailback_spec::board::uart::{Uart, FRAME_BITS};

/// Bits of a byte.
const BYTE_BITS: usize = u8::BITS as usize;

/// State of the line between two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// A byte with its stop bit.
    Byte(u8),
    /// A byte without its stop bit.
    Broken,
}

/// The receiver.
#[derive(Debug, Clone)]
pub(super) struct Receiver {
    bit_cycles: usize,
    /// The line is at 0, two cycles late.
    sampled: bool,
    low: bool,
    /// Bits of the frame that have not been sampled.
    left: usize,
    /// Cycles until the next sample.
    timer: usize,
    byte: u8,
}

impl Receiver {
    /// The receiver after reset.
    pub fn new(uart: &Uart) -> Self {
        let bit_cycles = uart.bit_cycles();
        Receiver { bit_cycles, sampled: false, low: false, left: 0, timer: 0, byte: 0 }
    }

    /// The frame that ends in this cycle.
    pub fn ended(&self) -> Option<Frame> {
        let ends = self.left == 1 && self.timer == 0;
        ends.then_some(if self.low { Frame::Broken } else { Frame::Byte(self.byte) })
    }

    /// The end of a cycle.
    pub fn clock(&mut self, rxd: bool) {
        match (self.left, self.timer) {
            (0, _) if self.low => (self.left, self.timer) = (FRAME_BITS, self.bit_cycles / 2),
            (0, _) => {}
            (_, 0) => self.sample(),
            _ => self.timer -= 1,
        }
        (self.low, self.sampled) = (self.sampled, !rxd);
    }

    /// Samples the line.
    fn sample(&mut self) {
        self.timer = self.bit_cycles - 1;
        let is_start = self.left == FRAME_BITS;
        if (2..FRAME_BITS).contains(&self.left) {
            self.byte = self.byte >> 1 | u8::from(!self.low) << (BYTE_BITS - 1);
        }
        // A start bit that has already ended was a glitch.
        self.left = if is_start && !self.low { 0 } else { self.left - 1 };
    }
}

/// The transmitter.
#[derive(Debug, Clone)]
pub(super) struct Transmitter {
    bit_cycles: usize,
    /// The line is at 0.
    space: bool,
    /// Bits of the frame that have not ended.
    left: usize,
    /// Further cycles of the bit.
    timer: usize,
    /// Bits of the byte that have not been sent, the next one in the least significant bit.
    rest: u8,
}

impl Transmitter {
    /// The transmitter after reset.
    pub fn new(uart: &Uart) -> Self {
        let bit_cycles = uart.bit_cycles();
        Transmitter { bit_cycles, space: false, left: 0, timer: 0, rest: 0 }
    }

    /// Whether a byte would be accepted.
    pub fn is_ready(&self) -> bool {
        self.left == 0
    }

    /// The line.
    pub fn txd(&self) -> bool {
        !self.space
    }

    /// The end of a cycle; `byte` is that which is offered.
    pub fn clock(&mut self, byte: Option<u8>) {
        let is_data = (2..FRAME_BITS).contains(&self.left);
        self.space = self.left == FRAME_BITS || is_data && self.rest & 1 == 0;
        match (self.left, self.timer, byte) {
            (0, _, None) => {}
            (0, _, Some(byte)) => {
                (self.rest, self.left, self.timer) = (byte, FRAME_BITS, self.bit_cycles - 1);
            }
            (left, 0, _) => {
                if left < FRAME_BITS {
                    self.rest >>= 1;
                }
                (self.left, self.timer) = (left - 1, self.bit_cycles - 1);
            }
            _ => self.timer -= 1,
        }
    }
}
