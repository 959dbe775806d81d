//! The new rate of a flow.

use super::products::{BANDWIDTH_BITS, LESS_BITS, MORE_BITS};
use super::{RATE_BITS, TIME_BITS};
use crate::prelude::*;

/// Bits of a rate before it is limited.
const SUM_BITS: usize = MORE_BITS + 1;

block! {
    /// Computes the new rate of a flow from the products; it is valid in phase 23.
    pub struct RateUpdate() as "tailback_efl_rate_update" {
        /// Sign bit of a rate before it is limited.
        count sign = SUM_BITS;

        /// Phase 19 of a frame.
        input at_19;
        /// The event is a loss.
        input loss;
        /// The event applies equation 1.
        input is_bandwidth;
        /// The event sets the rate to R_0.
        input is_initial;
        /// The event applies equation 2.
        input adapts;
        /// The rate is known.
        input known;
        /// A loss ended probing.
        input is_void;
        /// The rate.
        input rate[RATE_BITS];
        /// Predicted RTT of the ACK before.
        input rtt_predicted[TIME_BITS];
        /// Bandwidth of equation 1.
        input bandwidth[BANDWIDTH_BITS];
        /// Increase of equation 2.
        input more[MORE_BITS];
        /// Decrease of equation 2; in phase 22.
        input less[LESS_BITS];
        /// Predicted RTT of this ACK.
        input predicted[TIME_BITS];
        /// R_0 within R_MIN to the rate of the line.
        input first_rate[RATE_BITS];
        /// R_MIN.
        input minimum[RATE_BITS];
        /// Rate of the line.
        input maximum[RATE_BITS];
        /// R_MIN, but at most the rate of the line.
        input lowest[RATE_BITS];

        /// The new rate is known.
        output new_known;
        /// A loss ended probing.
        output new_void;
        /// The new rate; in phase 23.
        output new_rate[RATE_BITS];
        /// Predicted RTT of the new record.
        output new_rtt_predicted[TIME_BITS];

        /// The event sets a rate.
        local sets;
        /// Half of the rate.
        local half[RATE_BITS];
        /// The rate in the width of a sum.
        local wide_rate[SUM_BITS];
        /// The decrease, if there is one.
        local decrease[SUM_BITS + 1];
        /// The rate without the decrease, with a sign.
        local wide_sum[SUM_BITS + 1];
        /// The new rate is below R_MIN.
        local is_low;
        /// The rate without the decrease.
        reg sum[SUM_BITS];
        /// The rate with the decrease, and a sign.
        reg difference[SUM_BITS + 1];
    }
}

impl Logic for RateUpdate {
    #[hdl_gen]
    fn update(&mut self) {
        self.sets.next = self.loss.val()
            || self.is_bandwidth.val()
            || self.is_initial.val()
            || self.adapts.val();
        self.new_known.next = self.known.val() || (self.sets.val() && !self.loss.val());
        self.new_void.next =
            (self.is_void.val() && !self.adapts.val()) || (self.loss.val() && !self.known.val());
        self.new_rtt_predicted.next = self.predicted.val();
        if self.loss.val() {
            self.new_rtt_predicted.next = self.rtt_predicted.val();
        }

        comment!("A loss halves a rate that is known, and ends probing at R_MIN otherwise.");
        self.half.next = self.rate.val() >> 1;
        self.wide_rate.next = self.rate.val();
        if self.at_19.val() {
            self.sum.next = 0.into();
            if self.adapts.val() {
                self.sum.next = self.wide_rate.val() + self.more.val();
            } else if self.is_bandwidth.val() {
                self.sum.next = self.bandwidth.val();
            } else if self.is_initial.val() {
                self.sum.next = self.first_rate.val();
            } else if self.known.val() {
                self.sum.next = self.half.val();
            }
        }
        self.decrease.next = 0.into();
        if self.adapts.val() {
            self.decrease.next = self.less.val();
        }
        self.wide_sum.next = self.sum.val();
        self.difference.next = self.wide_sum.val() - self.decrease.val();

        comment!("R_MIN to the rate of the line.");
        self.is_low.next = self.difference.val().get_bit(self.sign.val())
            || self.difference.val() < self.minimum.val();
        self.new_rate.next = self.rate.val();
        if self.sets.val() {
            self.new_rate.next = self.difference.val() >> 0;
            if self.is_low.val() {
                self.new_rate.next = self.lowest.val();
            } else if self.difference.val() > self.maximum.val() {
                self.new_rate.next = self.maximum.val();
            }
        }
    }
}
