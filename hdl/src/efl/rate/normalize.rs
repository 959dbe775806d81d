//! Normalised numbers.

use super::SHIFT_BITS;
use crate::prelude::*;

block! {
    /// Shifts a number left until its highest bit is 1, in two cycles.
    ///
    /// The number has one of its 24 highest bits set.
    pub struct Normalized(width: usize) as "tailback_efl_rate_normalize" {
        /// Number of the lowest one of the eight highest bits.
        count high = width - 8;
        /// Number of the lowest one of the 16 highest bits.
        count middle = width - 16;

        /// The number.
        input number[width];
        /// The number two cycles before, shifted.
        output_reg normalized[width];
        /// Bits by which it is shifted.
        output_reg shift[SHIFT_BITS];

        /// The number above its lowest bits.
        local top[8];
        /// The number below its eight highest bits.
        local middle_top[8];
        /// The eight highest bits of the number, which is shifted by bytes.
        local coarse_top[8];
        /// The number, shifted by bytes.
        reg coarse[width];
        /// Bytes by which it is shifted.
        reg bytes[2];
        /// Bits by which it has to be shifted further.
        local bits[3];
        /// Bytes by which it is shifted, in the width of `shift`.
        local shifted[SHIFT_BITS];
    }
}

impl Logic for Normalized {
    #[hdl_gen]
    fn update(&mut self) {
        self.top.next = self.number.val() >> self.high.val();
        self.middle_top.next = self.number.val() >> self.middle.val();
        if self.top.val().any() {
            self.coarse.next = self.number.val();
            self.bytes.next = 0.into();
        } else if self.middle_top.val().any() {
            self.coarse.next = self.number.val() << 8;
            self.bytes.next = 1.into();
        } else {
            self.coarse.next = self.number.val() << 16;
            self.bytes.next = 2.into();
        }
        self.coarse_top.next = self.coarse.val() >> self.high.val();
        self.bits.next = 7.into();
        for at in 1..8 {
            if self.coarse_top.val().get_bit(at) {
                self.bits.next = 7.into();
                self.bits.next = self.bits.val() - at;
            }
        }
        self.normalized.next = self.coarse.val() << self.bits.val();
        self.shifted.next = self.bytes.val();
        self.shift.next = (self.shifted.val() << 3) | self.bits.val();
    }
}
