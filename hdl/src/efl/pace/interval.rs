//! The interval of a packet.

use super::{INTERVAL_BITS, PLACES, PRODUCT_BITS};
use crate::prelude::*;

block! {
    /// Shifts a product by whole bytes: the interval of a packet, if it is below the highest one.
    pub struct PaceInterval() as "tailback_efl_pace_interval" {
        /// Bits of an interval.
        count interval_bits = INTERVAL_BITS;
        /// Bits of the part of an interval that the leftmost shift reaches.
        count left_bits = INTERVAL_BITS - 8;

        /// Product of the mantissa and the shifted size.
        input product[PRODUCT_BITS];
        /// For each shift, 8 bits to the left, none, and 8 to 32 bits to the right, whether it is
        /// the one.
        input places[PLACES];
        /// Interval in 2^-8 cycles; valid without `exceeds`.
        output interval[INTERVAL_BITS];
        /// The interval has more bits, and is the highest one.
        output exceeds;

        /// The product, shifted to the left.
        local left[INTERVAL_BITS];
        /// The product, shifted to the right.
        local right[PRODUCT_BITS];
        /// The part of the product above an interval.
        local above[PRODUCT_BITS];
        /// The part of the product above an interval, with the leftmost shift.
        local left_above[PRODUCT_BITS];
    }
}

impl Logic for PaceInterval {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.product.val() >> 0;
        self.left.next = self.left.val() << 8;
        self.interval.next = 0.into();
        if self.places.val().get_bit(0) {
            self.interval.next = self.left.val();
        }
        self.right.next = 0.into();
        for at in 1..6 {
            if self.places.val().get_bit(at) {
                self.right.next = self.right.val() | (self.product.val() >> (8 * at - 8));
            }
        }
        self.interval.next = self.interval.val() | self.right.val().get_bits::<28>(0);
        self.above.next = self.product.val() >> self.interval_bits.val();
        self.left_above.next = self.product.val() >> self.left_bits.val();
        self.exceeds.next = (self.places.val().get_bit(0) && self.left_above.val().any())
            || (self.places.val().get_bit(1) && self.above.val().any());
    }
}
