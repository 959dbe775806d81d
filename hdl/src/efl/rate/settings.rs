//! The settings of a frame.

use super::{ALPHA_BITS, BETA_BITS, RATE_BITS, TIME_BITS};
use crate::prelude::*;

block! {
    /// Samples the settings for a frame.
    ///
    /// Rates that follow from them are valid from the fourth phase of the frame on.
    pub struct RateSettings() as "tailback_efl_rate_settings" {
        /// The settings are sampled.
        input samples;
        /// A group begins with bandwidth probing.
        input set_probes;
        /// ACKs of delay probes use `probe_alpha` and `probe_beta`.
        input set_delays;
        /// The RTT is predicted.
        input set_predicts;
        /// Target backlog in bytes.
        input set_alpha[ALPHA_BITS];
        /// Gain in 2^-16.
        input set_beta[BETA_BITS];
        /// Target backlog for ACKs of delay probes.
        input set_probe_alpha[ALPHA_BITS];
        /// Gain for ACKs of delay probes.
        input set_probe_beta[BETA_BITS];
        /// R_0.
        input set_initial[RATE_BITS];
        /// R_MIN.
        input set_minimum[RATE_BITS];
        /// Rate of the line.
        input set_maximum[RATE_BITS];
        /// RTT_MIN in ticks, or 0.
        input set_rtt_min[TIME_BITS];

        /// `set_probes` of the frame.
        output_reg probes;
        /// `set_delays` of the frame.
        output_reg delays;
        /// `set_predicts` of the frame.
        output_reg predicts;
        /// `set_alpha` of the frame.
        output_reg alpha[ALPHA_BITS];
        /// `set_beta` of the frame.
        output_reg beta[BETA_BITS];
        /// `set_probe_alpha` of the frame.
        output_reg probe_alpha[ALPHA_BITS];
        /// `set_probe_beta` of the frame.
        output_reg probe_beta[BETA_BITS];
        /// `set_minimum` of the frame.
        output_reg minimum[RATE_BITS];
        /// `set_maximum` of the frame.
        output_reg maximum[RATE_BITS];
        /// `set_rtt_min` of the frame.
        output_reg rtt_min[TIME_BITS];
        /// R_MIN, but at most the rate of the line.
        output_reg lowest[RATE_BITS];
        /// R_0 within R_MIN to the rate of the line.
        output_reg first_rate[RATE_BITS];

        /// R_0.
        reg initial_rate[RATE_BITS];
        /// R_0, and at least R_MIN.
        reg raised[RATE_BITS];
    }
}

impl Logic for RateSettings {
    #[hdl_gen]
    fn update(&mut self) {
        if self.samples.val() {
            self.probes.next = self.set_probes.val();
            self.delays.next = self.set_delays.val();
            self.predicts.next = self.set_predicts.val();
            self.alpha.next = self.set_alpha.val();
            self.beta.next = self.set_beta.val();
            self.probe_alpha.next = self.set_probe_alpha.val();
            self.probe_beta.next = self.set_probe_beta.val();
            self.initial_rate.next = self.set_initial.val();
            self.minimum.next = self.set_minimum.val();
            self.maximum.next = self.set_maximum.val();
            self.rtt_min.next = self.set_rtt_min.val();
        }
        self.lowest.next = self.minimum.val();
        if self.minimum.val() > self.maximum.val() {
            self.lowest.next = self.maximum.val();
        }
        self.raised.next = self.initial_rate.val();
        if self.initial_rate.val() < self.minimum.val() {
            self.raised.next = self.minimum.val();
        }
        self.first_rate.next = self.raised.val();
        if self.raised.val() > self.maximum.val() {
            self.first_rate.next = self.maximum.val();
        }
    }
}
