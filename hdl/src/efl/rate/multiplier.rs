//! The multiplier of the rate controller.

use super::{LEFT_BITS, PART_BITS, PRODUCT_BITS, RIGHT_BITS};
use crate::prelude::*;

/// Bits of a half of the first factor.
const HALF_BITS: usize = LEFT_BITS / 2;
/// Bits of the product of a half and a part.
const PIECE_BITS: usize = HALF_BITS + PART_BITS;
/// Bits of the product of the first factor and a part.
const ROW_BITS: usize = LEFT_BITS + PART_BITS + 1;

block! {
    /// Multiplies in three parts of the second factor, one in each cycle.
    ///
    /// A product can begin every three cycles, and is valid six cycles after its factors, for one
    /// cycle.
    pub struct RateMultiplier() as "tailback_efl_rate_multiplier" {
        /// Bits of a half of the first factor.
        count half_bits = HALF_BITS;
        /// Bits of a part of the second factor.
        count part_bits = PART_BITS;
        /// Bits of the parts below the highest one.
        count low_bits = 2 * PART_BITS;

        /// A product begins, every three cycles.
        input begins;
        /// A product begins in the next cycle.
        input begins_next;
        /// First factor.
        input left[LEFT_BITS];
        /// Second factor.
        input right[RIGHT_BITS];
        /// Product.
        output product[PRODUCT_BITS];

        /// Lower half of the first factor.
        local low_half[HALF_BITS];
        /// Higher half of the first factor.
        local high_half[HALF_BITS];
        /// The part of the second factor.
        local part[PART_BITS];
        /// Lower product in the width of a row.
        local low_row[ROW_BITS];
        /// Higher product in the width of a row, at its place.
        local high_row[ROW_BITS];
        /// Sum of the products so far, with that of the part in `row`.
        local new_sum[ROW_BITS];

        /// Lower bits of the product, with those of the last part.
        local new_low[2 * PART_BITS];

        /// First factor.
        reg left_factor[LEFT_BITS];
        /// Second factor; the part is in the lowest bits.
        reg right_factor[RIGHT_BITS];
        /// Product of the lower half and the part.
        reg low_piece[PIECE_BITS];
        /// Product of the higher half and the part.
        reg high_piece[PIECE_BITS];
        /// Product of the first factor and the part.
        reg row[ROW_BITS];
        /// Sum of the products so far, at the place of the last part.
        reg sum[ROW_BITS];
        /// Sum of the products so far, at the place of the next part; 0 before the first one.
        reg carried[ROW_BITS];
        /// Lower bits of the product.
        reg low[2 * PART_BITS];
    }
}

impl Logic for RateMultiplier {
    #[hdl_gen]
    fn update(&mut self) {
        if self.begins.val() {
            self.left_factor.next = self.left.val();
            self.right_factor.next = self.right.val();
        } else {
            self.right_factor.next = self.right_factor.val() >> self.part_bits.val();
        }
        self.low_half.next = self.left_factor.val() >> 0;
        self.high_half.next = self.left_factor.val() >> self.half_bits.val();
        self.part.next = self.right_factor.val() >> 0;
        self.low_piece.next = self.low_half.val() * self.part.val();
        self.high_piece.next = self.high_half.val() * self.part.val();

        self.low_row.next = self.low_piece.val();
        self.high_row.next = self.high_piece.val();
        self.high_row.next = self.high_row.val() << self.half_bits.val();
        self.row.next = self.low_row.val() + self.high_row.val();

        comment!("The first part of a product is added three cycles after its factors.");
        self.new_sum.next = self.carried.val() + self.row.val();
        self.sum.next = self.new_sum.val();
        self.carried.next = self.new_sum.val() >> self.part_bits.val();
        if self.begins_next.val() {
            self.carried.next = 0.into();
        }
        self.new_low.next = self.low.val() >> self.part_bits.val();
        for at in 0..13 {
            self.new_low.next = self
                .new_low
                .val()
                .replace_bit(self.part_bits.val() + at, self.sum.val().get_bit(at));
        }
        self.low.next = self.new_low.val();
        self.product.next = self.sum.val();
        self.product.next = (self.product.val() << self.low_bits.val()) | self.low.val();
    }
}
