//! A serial line: bytes with a start bit, the least significant bit first, and a stop bit (8N1).
//!
//! A bit takes *bit_cycles* cycles.
//!
//! # Reception
//!
//! Module `tailback_uart_receiver`, with the input `rxd` and the outputs `byte` (8 bits), `received` and
//! `broken`. The line idles at 1. `left` is the number of bits that have not been sampled, of ten.
//!
//! ```text
//! sampled' = not rxd
//! low'     = sampled
//! due      = left > 0 and timer = 0
//! received = due and left = 1 and not low
//! broken   = due and left = 1 and low
//!
//! left = 0 and low:   left' = 10, timer' = bit_cycles / 2, rounded down
//! left > 0 and not due:  timer' = timer - 1
//! due:                timer' = bit_cycles - 1, and
//!   left = 10:        left' = 9 if low, else 0
//!   left = 2 to 9:    left' = left - 1, byte' = byte / 2 rounded down, plus 128 if not low
//!   left = 1:         left' = 0
//! ```
//!
//! All registers are 0 after reset. `byte` is valid with `received`.
//!
//! # Transmission
//!
//! Module `tailback_uart_transmitter`, with the inputs `valid` and `byte` (8 bits), and the outputs `ready`
//! and `txd`. `left` is the number of bits that have not ended, of ten.
//!
//! ```text
//! ready = left = 0
//! txd   = not space
//! space' = left = 10, or 2 <= left <= 9 and bit 0 of rest is 0
//!
//! left = 0 and valid:    rest' = byte, left' = 10, timer' = bit_cycles - 1
//! left > 0, timer > 0:   timer' = timer - 1
//! left > 0, timer = 0:   left' = left - 1, timer' = bit_cycles - 1, and rest' = rest / 2, rounded down, if
//!                        left < 10
//! ```
//!
//! All registers are 0 after reset.

use crate::parameter::{check, OutOfRange, Parameter};
use std::ops::RangeInclusive;

/// Bits of a byte on the line, with its start bit and its stop bit.
pub const FRAME_BITS: usize = 10;

/// Parameters of a serial line. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uart {
    bit_cycles: u32,
}

impl Uart {
    /// Clock cycles of a bit: 4 to 65536.
    pub const BIT_CYCLES: RangeInclusive<u64> = 4..=65536;

    /// Checks the number of cycles of a bit.
    ///
    /// # Errors
    ///
    /// If the number is outside [`Uart::BIT_CYCLES`].
    pub fn new(bit_cycles: u32) -> Result<Self, OutOfRange> {
        check(Parameter::BitCycles, bit_cycles, Self::BIT_CYCLES, "cycles")?;
        Ok(Uart { bit_cycles })
    }

    /// Clock cycles of a bit.
    pub fn bit_cycles(&self) -> usize {
        self.bit_cycles as usize
    }
}
