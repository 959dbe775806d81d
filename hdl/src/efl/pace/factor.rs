//! The size of a packet as a factor.

use super::{FACTOR_BITS, MOST_SHIFT, OFFSET_BITS, PLACES, SIZE_BITS};
use crate::prelude::*;

block! {
    /// Divides the exponent of a pace into a shift of the size, before it is multiplied by the
    /// mantissa, and a shift of the product by whole bytes.
    ///
    /// So the product needs only few shifts.
    pub struct PaceFactor() as "tailback_efl_pace_factor" {
        /// Most bits by which the size is shifted.
        count most_shift = MOST_SHIFT;

        /// Exponent of the pace, plus 3.
        input exponent[OFFSET_BITS];
        /// Size of the packet on the line in bytes.
        input size[SIZE_BITS];
        /// The size, shifted left by 0 to 7 bits.
        output factor[FACTOR_BITS];
        /// For each shift of the product, whether it is the one; none if the interval is 0.
        output places[PLACES];

        /// Bits by which the size, shifted by the most, is shifted back.
        local back[3];
        /// The size, shifted by the most.
        local shifted[FACTOR_BITS];
        /// Shift of the product in bytes.
        local place[OFFSET_BITS - 3];
    }
}

impl Logic for PaceFactor {
    #[hdl_gen]
    fn update(&mut self) {
        self.back.next = self.exponent.val() >> 0;
        self.shifted.next = self.size.val();
        self.shifted.next = self.shifted.val() << self.most_shift.val();
        self.factor.next = self.shifted.val() >> self.back.val();
        self.place.next = self.exponent.val() >> 3;
        for at in 0..6 {
            self.places.next = self.places.val().replace_bit(at, self.place.val() == at);
        }
    }
}
