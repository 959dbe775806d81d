//! The smoothed RTT.

use super::{RTT_BITS, TIME_BITS};
use crate::prelude::*;

block! {
    /// Computes eight times the smoothed RTT after an RTT.
    ///
    /// Each RTT moves the smoothed one by an eighth of their difference. The first one sets it.
    pub struct SmoothedRtt() as "tailback_efl_loss_smooth" {
        /// Bits by which eight times a number is shifted.
        count eight = 3;

        /// Eight times the smoothed RTT in ticks; 0: none was measured.
        input srtt8[RTT_BITS];
        /// RTT in ticks, below 2^23.
        input rtt[TIME_BITS];
        /// Eight times the new smoothed RTT.
        output new_srtt8[RTT_BITS];

        /// Smoothed RTT.
        local eighth[RTT_BITS];
        /// RTT.
        local measured[RTT_BITS];
    }
}

impl Logic for SmoothedRtt {
    #[hdl_gen]
    fn update(&mut self) {
        self.eighth.next = self.srtt8.val() >> self.eight.val();
        self.measured.next = self.rtt.val();
        self.new_srtt8.next = self.srtt8.val() - self.eighth.val() + self.measured.val();
        if !self.srtt8.val().any() {
            self.new_srtt8.next = self.measured.val() << self.eight.val();
        }
    }
}
