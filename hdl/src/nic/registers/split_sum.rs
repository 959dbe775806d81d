//! A sum of many bits with a short carry chain.

use crate::prelude::*;

block! {
    /// Adds two long numbers in halves: the upper half is computed with and without a carry, and the
    /// carry of the lower half selects one of the two.
    pub struct SplitSum(bits: usize) as "tailback_split_sum" {
        /// Bits of the lower half.
        count low_bits = bits / 2;

        /// First number.
        input base[bits];
        /// Second number.
        input added[bits];
        /// Sum, modulo 2^bits.
        output sum[bits];

        /// Lower half of the first number.
        local low_base[bits / 2];
        /// Lower half of the second number.
        local low_added[bits / 2];
        /// Sum of the lower halves, and its carry.
        local low_sum[bits / 2 + 1];
        /// Sum of the lower halves, without its carry.
        local low_part[bits / 2];
        /// Upper half of the first number.
        local high_base[bits - bits / 2];
        /// Upper half of the second number.
        local high_added[bits - bits / 2];
        /// Minus the upper half of the second number and a carry.
        local high_minus[bits - bits / 2];
        /// Sum of the upper halves without a carry.
        local high_plain[bits - bits / 2];
        /// Sum of the upper halves with a carry.
        local high_carried[bits - bits / 2];
    }
}

impl Logic for SplitSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.low_base.next = self.base.val() >> 0;
        self.low_added.next = self.added.val() >> 0;
        self.low_sum.next = self.low_base.val();
        self.low_sum.next = self.low_sum.val() + self.low_added.val();
        self.low_part.next = self.low_sum.val() >> 0;

        self.high_base.next = self.base.val() >> self.low_bits.val();
        self.high_added.next = self.added.val() >> self.low_bits.val();
        self.high_plain.next = self.high_base.val() + self.high_added.val();
        comment!("The complement of n is -(n + 1).");
        self.high_minus.next = !self.high_added.val();
        self.high_carried.next = self.high_base.val() - self.high_minus.val();

        self.sum.next = self.high_plain.val();
        if self.low_sum.val().get_bit(self.low_bits.val()) {
            self.sum.next = self.high_carried.val();
        }
        self.sum.next = (self.sum.val() << self.low_bits.val()) | self.low_part.val();
    }
}
