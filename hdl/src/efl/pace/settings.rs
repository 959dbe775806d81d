//! The interval of a packet at a rate that is a setting.

use super::{
    PaceFactor, PaceInterval, EXPONENT_BITS, EXPONENT_OFFSET, FACTOR_BITS, INTERVAL_BITS,
    MANTISSA_BITS, OFFSET_BITS, PLACES, PRODUCT_BITS, SIZE_BITS,
};
use crate::prelude::*;

block! {
    /// Computes the interval of a packet at the pace of a setting, three cycles after it.
    pub struct SettingInterval() as "tailback_efl_pace_setting" {
        /// Offset of an exponent.
        count offset = EXPONENT_OFFSET;
        /// The highest interval.
        count most = (1 << INTERVAL_BITS) - 1;

        /// Mantissa of the pace.
        input mantissa[MANTISSA_BITS];
        /// Exponent of the pace.
        input exponent[EXPONENT_BITS];
        /// Size of the packet on the line in bytes.
        input size[SIZE_BITS];
        /// Interval in 2^-8 cycles, of the inputs three cycles before.
        output_reg interval[INTERVAL_BITS];

        /// The exponent with its offset.
        local sum[OFFSET_BITS];
        /// First factor.
        reg multiplicand[MANTISSA_BITS];
        /// Second factor.
        reg multiplier[FACTOR_BITS];
        /// Shift of the product.
        reg places[PLACES];
        /// Product.
        reg product[PRODUCT_BITS];
        /// Shift of the product, a cycle later.
        reg product_places[PLACES];

        /// The size as a factor.
        sub scaled: PaceFactor = PaceFactor::new();
        /// The product, shifted.
        sub shift: PaceInterval = PaceInterval::new();
    }
    connect {
        scaled: exponent = sum, size;
        shift: product, places = product_places;
    }
}

impl Logic for SettingInterval {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.exponent.val();
        self.sum.next = self.sum.val() + self.offset.val();
        self.multiplicand.next = self.mantissa.val();
        self.multiplier.next = self.scaled.factor.val();
        self.places.next = self.scaled.places.val();
        self.product.next = self.multiplicand.val() * self.multiplier.val();
        self.product_places.next = self.places.val();
        self.interval.next = self.shift.interval.val();
        if self.shift.exceeds.val() {
            self.interval.next = self.most.val().into();
        }
    }
}
