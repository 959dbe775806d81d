//! A division in steps.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;

block! {
    /// Divides by restoring steps of two quotient bits, one in each cycle.
    ///
    /// The number consists of a first remainder, which is less than the divisor, and the bits below
    /// it. The quotient has as many bits as these, and is valid after one cycle for every two.
    pub struct RateDivider(divisor_bits: usize, quotient_bits: usize) as "tailback_efl_rate_divider" {
        /// Steps of a division.
        count steps = quotient_bits / 2;
        /// Number of the higher one of the two bits of a step.
        count high_bit = quotient_bits - 1;
        /// Number of the lower one of the two bits of a step.
        count low_bit = quotient_bits - 2;
        /// Half the range of a difference: one from here on is negative.
        param negative[divisor_bits + 3] = 1 << (divisor_bits + 2);

        /// A division begins.
        input begins;
        /// First remainder.
        input first[divisor_bits];
        /// Bits of the number below it.
        input below[quotient_bits];
        /// Divisor.
        input divisor[divisor_bits];
        /// Quotient, once the division has ended.
        output quotient[quotient_bits];

        /// Divisor, and its double.
        local single[divisor_bits + 3];
        /// Double of the divisor.
        local double[divisor_bits + 3];
        /// Triple of the divisor of a division that begins.
        local new_triple[divisor_bits + 2];
        /// Remainder with the next two bits of the number.
        local extended[divisor_bits + 3];
        /// The same, less the divisor.
        local less_one[divisor_bits + 3];
        /// The same, less its double.
        local less_two[divisor_bits + 3];
        /// The same, less its triple.
        local less_three[divisor_bits + 3];
        /// Next remainder.
        local next_remainder[divisor_bits];
        /// Two bits of the quotient.
        local digit[2];

        /// Steps are left.
        reg busy;
        /// Steps that are left.
        reg left[bits_for(quotient_bits as u32 / 2)];
        /// Remainder.
        reg remainder[divisor_bits];
        /// Bits of the number that are left, and below them those of the quotient.
        reg bits[quotient_bits];
        /// Divisor.
        reg once[divisor_bits];
        /// Triple of the divisor.
        reg thrice[divisor_bits + 2];
    }
}

impl Logic for RateDivider {
    #[hdl_gen]
    fn update(&mut self) {
        self.quotient.next = self.bits.val();
        self.new_triple.next = self.divisor.val();
        self.new_triple.next = self.new_triple.val() + (self.new_triple.val() << 1);

        self.extended.next = self.remainder.val();
        self.extended.next = self.extended.val() << 2;
        self.extended.next =
            self.extended.val().replace_bit(1, self.bits.val().get_bit(self.high_bit.val()));
        self.extended.next =
            self.extended.val().replace_bit(0, self.bits.val().get_bit(self.low_bit.val()));
        self.single.next = self.once.val();
        self.double.next = self.single.val() << 1;
        self.less_one.next = self.extended.val() - self.single.val();
        self.less_two.next = self.extended.val() - self.double.val();
        self.less_three.next = self.extended.val() - self.thrice.val();
        comment!("Timing: two choices side by side, and one between them.");
        if self.less_two.val() < self.negative.val() {
            self.next_remainder.next = self.less_two.val() >> 0;
            self.digit.next = 2.into();
            if self.less_three.val() < self.negative.val() {
                self.next_remainder.next = self.less_three.val() >> 0;
                self.digit.next = 3.into();
            }
        } else {
            self.next_remainder.next = self.extended.val() >> 0;
            self.digit.next = 0.into();
            if self.less_one.val() < self.negative.val() {
                self.next_remainder.next = self.less_one.val() >> 0;
                self.digit.next = 1.into();
            }
        }

        self.remainder.next = self.next_remainder.val();
        if self.begins.val() {
            self.remainder.next = self.first.val();
            self.left.next = self.steps.val().into();
            self.busy.next = true;
            self.bits.next = self.below.val();
            self.once.next = self.divisor.val();
            self.thrice.next = self.new_triple.val();
        } else if self.busy.val() {
            self.left.next = self.left.val() - 1;
            self.busy.next = self.left.val() != 1;
            self.bits.next = (self.bits.val() << 2) | self.digit.val();
        }
    }
}
