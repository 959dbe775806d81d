//! A serial line.

use crate::prelude::*;
use tailback_spec::board::uart::{Uart, FRAME_BITS};
use tailback_spec::parameter::bits_for;

/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
/// Bits of the number of bits that are left of a byte.
const LEFT_BITS: usize = FRAME_BITS.ilog2() as usize + 1;

/// Bits of the number of cycles that are left of a bit.
fn timer_bits(uart: &Uart) -> usize {
    bits_for(uart.bit_cycles() as u32 - 1)
}

block! {
    /// Receives bytes from a serial line: a start bit, eight bits with the least significant one first, a
    /// stop bit.
    pub struct UartReceiver(uart: &Uart) as "tailback_uart_receiver" {
        /// Cycles from the beginning of a start bit to its middle.
        count half_bit = uart.bit_cycles() / 2;
        /// Last cycle of a bit, from 0 on.
        count last_cycle = uart.bit_cycles() - 1;
        /// Bits of a byte with start and stop bit.
        count frame_bits = FRAME_BITS;

        /// The line, which idles at 1; driven by another clock.
        input rxd;
        /// A byte is received.
        output received;
        /// A byte ends without its stop bit.
        output broken;
        /// Byte that is received.
        output_reg data[BYTE];

        /// A bit is sampled.
        local due;
        /// Byte with the bit that is sampled.
        local shifted[BYTE];
        /// First sample of the line, inverted.
        async_reg sampled;
        /// Second sample of the line, inverted: the line is low.
        async_reg low;
        /// Bits that have not been sampled.
        reg left[LEFT_BITS];
        /// Cycles until a bit is sampled.
        reg timer[timer_bits(uart)];
    }
}

impl Logic for UartReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.sampled.next = !self.rxd.val();
        self.low.next = self.sampled.val();
        self.shifted.next = self.data.val() >> 1;
        self.shifted.next = self.shifted.val().replace_bit(7, !self.low.val());
        self.due.next = self.left.val() != 0 && self.timer.val() == 0;
        self.received.next = self.due.val() && self.left.val() == 1 && !self.low.val();
        self.broken.next = self.due.val() && self.left.val() == 1 && self.low.val();
        if self.left.val() == 0 {
            if self.low.val() {
                self.left.next = self.frame_bits.val().into();
                self.timer.next = self.half_bit.val().into();
            }
        } else if !self.due.val() {
            self.timer.next = self.timer.val() - 1;
        } else {
            self.timer.next = self.last_cycle.val().into();
            self.left.next = self.left.val() - 1;
            if self.left.val() == self.frame_bits.val() {
                comment!("A start bit that has ended before its middle is none.");
                if !self.low.val() {
                    self.left.next = 0.into();
                }
            } else if self.left.val() != 1 {
                self.data.next = self.shifted.val();
            }
        }
    }
}

block! {
    /// Transmits bytes over a serial line: a start bit, eight bits with the least significant one first, a
    /// stop bit.
    pub struct UartTransmitter(uart: &Uart) as "tailback_uart_transmitter" {
        /// Last cycle of a bit, from 0 on.
        count last_cycle = uart.bit_cycles() - 1;
        /// Bits of a byte with start and stop bit.
        count frame_bits = FRAME_BITS;

        /// There is a byte to transmit.
        input valid;
        /// The byte.
        input data[BYTE];
        /// The byte is accepted.
        output ready;
        /// The line, which idles at 1.
        output txd;

        /// The line is low.
        reg space;
        /// Bits that have not been transmitted; the next one is the least significant one.
        reg rest[BYTE];
        /// Bits that have not ended.
        reg left[LEFT_BITS];
        /// Cycles until a bit ends.
        reg timer[timer_bits(uart)];
    }
}

impl Logic for UartTransmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = self.left.val() == 0;
        self.txd.next = !self.space.val();
        self.space.next = self.left.val() == self.frame_bits.val()
            || (self.left.val() > 1 && !self.rest.val().get_bit(0));
        if self.left.val() == 0 {
            if self.valid.val() {
                self.rest.next = self.data.val();
                self.left.next = self.frame_bits.val().into();
                self.timer.next = self.last_cycle.val().into();
            }
        } else if self.timer.val() != 0 {
            self.timer.next = self.timer.val() - 1;
        } else {
            self.left.next = self.left.val() - 1;
            self.timer.next = self.last_cycle.val().into();
            if self.left.val() != self.frame_bits.val() {
                self.rest.next = self.rest.val() >> 1;
            }
        }
    }
}
