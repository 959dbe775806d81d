//! The products of an update.

use super::{
    RateMultiplier, ALPHA_BITS, BETA_BITS, DIVIDEND_BITS, DIVISOR_BITS, INVERSE_BITS, LEFT_BITS,
    RATE_BITS, RATIO_BITS, RATIO_FRACTION, RIGHT_BITS, SHIFT_BITS, TIME_BITS,
};
use crate::prelude::*;
use tailback_spec::efl::rate::{BETA_FRACTION, RATE_FRACTION};

/// Fraction bits of a product with an inverse, for the smallest divisor.
const INVERSE_FRACTION: usize = 47;
/// Bits of the product of a time or a number of bytes with an inverse.
const SHARE_BITS: usize = DIVISOR_BITS + INVERSE_BITS;
/// Bits by which the share is shifted at least, with `back`.
const SHARE_POINT: usize = INVERSE_FRACTION - RATIO_FRACTION - 23;
/// Bits of the product of alpha and beta.
const GAIN_BITS: usize = ALPHA_BITS + BETA_BITS;
/// Bits by which an increase is shifted at least.
const MORE_POINT: usize = INVERSE_FRACTION - RATE_FRACTION as usize + BETA_FRACTION as usize - 23;
/// Bits of an increase before it is limited.
const WIDE_BITS: usize = GAIN_BITS + INVERSE_BITS - MORE_POINT;
/// Bits of an increase, which exceeds any decrease if it is limited.
pub(super) const MORE_BITS: usize = 34;
/// Bits of the product of a rate and a ratio, as a rate.
const EXCESS_BITS: usize = RATE_BITS + RATIO_BITS - RATIO_FRACTION;
/// Bits of a decrease.
pub(super) const LESS_BITS: usize = EXCESS_BITS + BETA_BITS - BETA_FRACTION as usize;
/// Bits of a bandwidth: one more than those of a rate.
pub(super) const BANDWIDTH_BITS: usize = RATE_BITS + 1;
/// Bits from a share to a bandwidth.
const BANDWIDTH_POINT: usize = RATIO_FRACTION - RATE_FRACTION as usize;

const _: () = assert!(SHARE_POINT == 0);

block! {
    /// Computes all products of a frame with one multiplier: that of the first stage, and those of
    /// the second one.
    ///
    /// | factors in phase | factors | product in phase |
    /// |---|---|---|
    /// | 22 | inverse, and the least RTT or, in equation 1, the bytes | 4 |
    /// | 1 | beta, alpha | 7 |
    /// | 4 | rate and time of the first stage, for the ratio | 10 |
    /// | 7 | rate, difference of ratio and share | 13 |
    /// | 10 | inverse, product of alpha and beta | 16 |
    /// | 13 | RTT, ratio | 19 |
    /// | 16 | beta, product of rate and difference | 22 |
    pub struct RateProducts() as "tailback_efl_rate_products" {
        /// Fraction bits of a ratio.
        count ratio_fraction = RATIO_FRACTION;
        /// Fraction bits of beta.
        count beta_fraction = BETA_FRACTION as usize;
        /// Bits by which an increase is shifted at least.
        count more_point = MORE_POINT;
        /// Bits of an increase.
        count more_bits = MORE_BITS;
        /// The highest increase: more than any decrease.
        count most_more = (1 << MORE_BITS) - 1;
        /// The highest bandwidth: more than any rate.
        count most_bandwidth = (1 << BANDWIDTH_BITS) - 1;
        /// The longest time.
        count most_time = (1 << TIME_BITS) - 1;
        /// Bits from a share to a bandwidth.
        count bandwidth_point = BANDWIDTH_POINT;
        /// Bits of a bandwidth.
        count bandwidth_bits = BANDWIDTH_BITS;
        /// Bits of a time.
        count time_bits = TIME_BITS;

        /// Phase 1 of a frame.
        input at_1;
        /// Phase 4 of a frame.
        input at_4;
        /// Phase 5 of a frame.
        input at_5;
        /// Phase 7 of a frame.
        input at_7;
        /// Phase 10 of a frame.
        input at_10;
        /// Phase 13 of a frame.
        input at_13;
        /// Phase 16 of a frame.
        input at_16;
        /// Phase 17 of a frame.
        input at_17;
        /// Phase 19 of a frame.
        input at_19;
        /// Phase 22 of a frame.
        input at_22;
        /// A product begins; every three cycles, in phases 1, 4 and so on.
        input begins;
        /// A product begins in the next cycle.
        input begins_next;
        /// Inverse of the first stage; in phase 22.
        input first_inverse[INVERSE_BITS];
        /// Least RTT of the first stage; in phase 22.
        input first_rtt_min[TIME_BITS];
        /// Bytes of the first stage; in phase 22.
        input first_amount[DIVISOR_BITS];
        /// The first stage applies equation 1; in phase 22.
        input first_is_bandwidth;
        /// Rate of the first stage; in phase 4.
        input first_rate[RATE_BITS];
        /// Time of the first stage; in phase 4.
        input first_interval[TIME_BITS];
        /// Target backlog.
        input alpha[ALPHA_BITS];
        /// Gain.
        input beta[BETA_BITS];
        /// Rate of the second stage.
        input rate[RATE_BITS];
        /// RTT of the second stage.
        input rtt[TIME_BITS];
        /// Inverse of the second stage.
        input inverse[INVERSE_BITS];
        /// Bits by which a product with it is shifted back.
        input back[SHIFT_BITS];
        /// Ratio of the second stage.
        input ratio[RATIO_BITS];

        /// Product of rate and time of the first stage; in phase 10.
        output dividend[DIVIDEND_BITS];
        /// Bandwidth of equation 1, or a value above all rates; from phase 6 on.
        output_reg bandwidth[BANDWIDTH_BITS];
        /// Increase of equation 2, or a value above all decreases; from phase 18 on.
        output_reg more[MORE_BITS];
        /// Predicted RTT in ticks; from phase 20 on.
        output_reg predicted[TIME_BITS];
        /// Decrease of equation 2; in phase 22.
        output less[LESS_BITS];

        /// First factor.
        local left[LEFT_BITS];
        /// Second factor.
        local right[RIGHT_BITS];
        /// The product as a share of RTTs, or a bandwidth, before it is shifted.
        local unshifted_share[SHARE_BITS];
        /// The ratio in the width of a share.
        local wide_ratio[SHARE_BITS];
        /// Bandwidth.
        local wide_bandwidth[SHARE_BITS];
        /// Bandwidth above its highest bits.
        local over_bandwidth[SHARE_BITS];
        /// Increase, before it is shifted.
        local unshifted_more[WIDE_BITS];
        /// Increase above its highest bits.
        local over_more[WIDE_BITS];
        /// Predicted RTT.
        local wide_predicted[TIME_BITS + 2];
        /// Predicted RTT above its highest bits.
        local over_predicted[TIME_BITS + 2];

        /// Share of RTTs: RTT_MIN divided by the RTT, with 24 fraction bits.
        reg share[SHARE_BITS];
        /// Predicted RTT less RTT_MIN, divided by the RTT; at least 0.
        reg difference[RATIO_BITS];
        /// Product of alpha and beta.
        reg gain[GAIN_BITS];
        /// Product of the rate and the difference.
        reg excess[EXCESS_BITS];
        /// Increase, before it is limited.
        reg wide_more[WIDE_BITS];

        /// The multiplier.
        sub multiplier: RateMultiplier = RateMultiplier::new();
    }
    connect { multiplier: begins, begins_next, left, right; }
}

impl Logic for RateProducts {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = 0.into();
        self.right.next = 0.into();
        if self.at_22.val() {
            self.left.next = self.first_inverse.val();
            self.right.next = self.first_rtt_min.val();
            if self.first_is_bandwidth.val() {
                self.right.next = self.first_amount.val();
            }
        }
        if self.at_1.val() {
            self.left.next = self.left.val() | self.beta.val();
            self.right.next = self.right.val() | self.alpha.val();
        }
        if self.at_4.val() {
            self.left.next = self.left.val() | self.first_rate.val();
            self.right.next = self.right.val() | self.first_interval.val();
        }
        if self.at_7.val() {
            self.left.next = self.left.val() | self.rate.val();
            self.right.next = self.right.val() | self.difference.val();
        }
        if self.at_10.val() {
            self.left.next = self.left.val() | self.inverse.val();
            self.right.next = self.right.val() | self.gain.val();
        }
        if self.at_13.val() {
            self.left.next = self.left.val() | self.rtt.val();
            self.right.next = self.right.val() | self.ratio.val();
        }
        if self.at_16.val() {
            self.left.next = self.left.val() | self.beta.val();
            self.right.next = self.right.val() | self.excess.val();
        }

        comment!("Share of RTTs, or bandwidth.");
        self.unshifted_share.next = self.multiplier.product.val() >> 0;
        if self.at_4.val() {
            self.share.next = self.unshifted_share.val() >> self.back.val();
        }
        self.wide_ratio.next = self.ratio.val();
        if self.at_5.val() {
            self.difference.next = 0.into();
            if self.share.val() < self.wide_ratio.val() {
                self.difference.next = self.ratio.val() - self.share.val().get_bits::<26>(0);
            }
        }
        self.wide_bandwidth.next = self.share.val() >> self.bandwidth_point.val();
        self.over_bandwidth.next = self.wide_bandwidth.val() >> self.bandwidth_bits.val();
        if self.at_5.val() {
            self.bandwidth.next = self.wide_bandwidth.val() >> 0;
            if self.over_bandwidth.val().any() {
                self.bandwidth.next = self.most_bandwidth.val().into();
            }
        }

        comment!("Increase.");
        if self.at_7.val() {
            self.gain.next = self.multiplier.product.val() >> 0;
        }
        self.unshifted_more.next = self.multiplier.product.val() >> self.more_point.val();
        if self.at_16.val() {
            self.wide_more.next = self.unshifted_more.val() >> self.back.val();
        }
        self.over_more.next = self.wide_more.val() >> self.more_bits.val();
        if self.at_17.val() {
            self.more.next = self.wide_more.val() >> 0;
            if self.over_more.val().any() {
                self.more.next = self.most_more.val().into();
            } else if !self.wide_more.val().any() {
                self.more.next = 1.into();
            }
        }

        comment!("Predicted RTT.");
        self.wide_predicted.next = self.multiplier.product.val() >> self.ratio_fraction.val();
        self.over_predicted.next = self.wide_predicted.val() >> self.time_bits.val();
        if self.at_19.val() {
            self.predicted.next = self.wide_predicted.val() >> 0;
            if self.over_predicted.val().any() {
                self.predicted.next = self.most_time.val().into();
            }
        }

        self.dividend.next = self.multiplier.product.val() >> 0;

        comment!("Decrease.");
        if self.at_13.val() {
            self.excess.next = self.multiplier.product.val() >> self.ratio_fraction.val();
        }
        self.less.next = self.multiplier.product.val() >> self.beta_fraction.val();
    }
}
