//! Settings.

use super::layout::{place, resets, ADDRESS, HALF, SELECT_BITS, SETTINGS, WORD};
use crate::prelude::*;
use tailback_spec::efl::rate::{Settings, ALPHA_BITS, BETA_BITS, PROBE_BITS, RATE_BITS, TIME_BITS};
use tailback_spec::efl::registers::address;
use tailback_spec::efl::Efl;

/// Number of the setting at an address.
const fn number(address: u32) -> usize {
    2 + place(address) - place(address::PARTS)
}

block! {
    /// Settings of the endpoint, and whether the data of a write is in the range of its register.
    pub struct EflSettings(efl: &Efl) as "tailback_efl_settings" {
        /// Settings.
        count settings = SETTINGS;
        /// Number of N among the settings.
        count n_probe_packets = number(address::PROBE_PACKETS);
        /// Number of alpha among the settings.
        count n_alpha = number(address::ALPHA);
        /// Number of beta among the settings.
        count n_beta = number(address::BETA);
        /// Number of alpha' among the settings.
        count n_probe_alpha = number(address::PROBE_ALPHA);
        /// Number of beta' among the settings.
        count n_probe_beta = number(address::PROBE_BETA);
        /// Number of R_0 among the settings.
        count n_initial = number(address::INITIAL);
        /// Number of R_MIN among the settings.
        count n_minimum = number(address::MINIMUM);
        /// Number of the line's rate among the settings.
        count n_maximum = number(address::MAXIMUM);
        /// Number of RTT_MIN among the settings.
        count n_rtt_min = number(address::RTT_MIN);
        /// Number of the least time-out among the settings.
        count n_rto_min = number(address::RTO_MIN);
        /// Highest beta.
        count most_beta = *Settings::BETA.end() as usize;
        /// Highest beta'.
        count most_probe_beta = *Settings::PROBE_BETA.end() as usize;
        /// Least rate.
        count least_rate = *Settings::RATE.start() as usize;
        /// Highest RTT_MIN.
        count most_rtt = *Settings::RTT_MIN.end() as usize;
        /// Highest of the least time-outs.
        count most_rto = *Settings::RTO_MIN.end() as usize;
        /// Number of flows.
        count flows = efl.flows();
        /// Rate of the line.
        param maximum[RATE_BITS as usize] = resets(efl)[10];

        /// Legal write takes effect.
        input write;
        /// Data of the write.
        input data[WORD];
        /// One bit per setting: the accessed register is that one.
        input(SETTINGS) is_setting;
        /// Accessed register is the selected flow.
        input is_select;
        /// MAC address of the endpoint; the first byte has the most significant bits.
        output set_address[ADDRESS];
        /// Bandwidth probing (equation 1).
        output set_probes;
        /// Delay probing.
        output set_delays;
        /// RTT prediction (equation 4).
        output set_predicts;
        /// N: packets of bandwidth probing.
        output_reg set_probe_packets[PROBE_BITS as usize] = resets(efl)[3];
        /// alpha in bytes.
        output_reg set_alpha[ALPHA_BITS as usize] = resets(efl)[4];
        /// beta in 2^-16.
        output_reg set_beta[BETA_BITS as usize] = resets(efl)[5];
        /// alpha' in bytes.
        output_reg set_probe_alpha[ALPHA_BITS as usize] = resets(efl)[6];
        /// beta' in 2^-16.
        output_reg set_probe_beta[BETA_BITS as usize] = resets(efl)[7];
        /// R_0 in 2^-20 bytes in 100 ns.
        output_reg set_initial[RATE_BITS as usize] = resets(efl)[8];
        /// R_MIN in 2^-20 bytes in 100 ns.
        output_reg set_minimum[RATE_BITS as usize] = resets(efl)[9];
        /// Rate of the line in 2^-20 bytes in 100 ns.
        output set_maximum[RATE_BITS as usize];
        /// RTT_MIN in ticks of 100 ns; 0: each flow learns its own.
        output_reg set_rtt_min[TIME_BITS as usize] = resets(efl)[11];
        /// Least time-out in ticks of 100 ns.
        output_reg set_rto_min[TIME_BITS as usize] = resets(efl)[12];
        /// Data is in the range of the accessed register; one cycle after the data and the register.
        output_reg in_range;
        /// Value of the accessed setting, else 0; one cycle after the register.
        output_reg word[WORD];

        /// Data as a count of packets.
        local data_packets[PROBE_BITS as usize];
        /// Data as alpha.
        local data_alpha[ALPHA_BITS as usize];
        /// Data as beta.
        local data_beta[BETA_BITS as usize];
        /// Data as a rate.
        local data_rate[RATE_BITS as usize];
        /// Data as a time.
        local data_time[TIME_BITS as usize];
        /// Data as a flow.
        local data_flow[SELECT_BITS];
        /// The accessed register is one of these, and the data is not in its range.
        local is_out;
        /// Value of each setting.
        local(SETTINGS) values[WORD];
        /// Value of the accessed setting.
        local selected[WORD];
        /// Low part of the MAC address.
        reg address_low[WORD];
        /// High part of the MAC address.
        reg address_high[HALF];
        /// Parts of the algorithm in use.
        reg parts[3] = resets(efl)[2];
    }
}

impl Logic for EflSettings {
    #[hdl_gen]
    fn update(&mut self) {
        self.data_packets.next = self.data.val() >> 0;
        self.data_alpha.next = self.data.val() >> 0;
        self.data_beta.next = self.data.val() >> 0;
        self.data_rate.next = self.data.val() >> 0;
        self.data_time.next = self.data.val() >> 0;
        self.data_flow.next = self.data.val() >> 0;
        self.is_out.next = (self.is_setting[self.n_probe_packets.val()].val()
            && self.data_packets.val() == 0)
            || ((self.is_setting[self.n_alpha.val()].val()
                || self.is_setting[self.n_probe_alpha.val()].val())
                && self.data_alpha.val() == 0)
            || ((self.is_setting[self.n_beta.val()].val()
                || self.is_setting[self.n_probe_beta.val()].val())
                && self.data_beta.val() == 0)
            || (self.is_setting[self.n_beta.val()].val()
                && self.data_beta.val() > self.most_beta.val())
            || (self.is_setting[self.n_probe_beta.val()].val()
                && self.data_beta.val() > self.most_probe_beta.val())
            || ((self.is_setting[self.n_initial.val()].val()
                || self.is_setting[self.n_minimum.val()].val())
                && self.data_rate.val() < self.least_rate.val())
            || (self.is_setting[self.n_minimum.val()].val()
                && self.data_rate.val() > self.maximum.val())
            || (self.is_setting[self.n_rtt_min.val()].val()
                && self.data_time.val() > self.most_rtt.val())
            || (self.is_setting[self.n_rto_min.val()].val()
                && (self.data_time.val() == 0 || self.data_time.val() > self.most_rto.val()))
            || (self.is_select.val() && self.data_flow.val() >= self.flows.val());
        self.in_range.next = !self.is_out.val();

        if self.write.val() && self.is_setting[0].val() {
            self.address_low.next = self.data.val();
        }
        if self.write.val() && self.is_setting[1].val() {
            self.address_high.next = self.data.val() >> 0;
        }
        if self.write.val() && self.is_setting[2].val() {
            self.parts.next = self.data.val() >> 0;
        }
        if self.write.val() && self.is_setting[self.n_probe_packets.val()].val() {
            self.set_probe_packets.next = self.data_packets.val();
        }
        if self.write.val() && self.is_setting[self.n_alpha.val()].val() {
            self.set_alpha.next = self.data_alpha.val();
        }
        if self.write.val() && self.is_setting[self.n_beta.val()].val() {
            self.set_beta.next = self.data_beta.val();
        }
        if self.write.val() && self.is_setting[self.n_probe_alpha.val()].val() {
            self.set_probe_alpha.next = self.data_alpha.val();
        }
        if self.write.val() && self.is_setting[self.n_probe_beta.val()].val() {
            self.set_probe_beta.next = self.data_beta.val();
        }
        if self.write.val() && self.is_setting[self.n_initial.val()].val() {
            self.set_initial.next = self.data_rate.val();
        }
        if self.write.val() && self.is_setting[self.n_minimum.val()].val() {
            self.set_minimum.next = self.data_rate.val();
        }
        if self.write.val() && self.is_setting[self.n_rtt_min.val()].val() {
            self.set_rtt_min.next = self.data_time.val();
        }
        if self.write.val() && self.is_setting[self.n_rto_min.val()].val() {
            self.set_rto_min.next = self.data_time.val();
        }
        self.set_address.next = self.address_high.val();
        self.set_address.next = (self.set_address.val() << 32) | self.address_low.val();
        self.set_probes.next = self.parts.val().get_bit(0);
        self.set_delays.next = self.parts.val().get_bit(1);
        self.set_predicts.next = self.parts.val().get_bit(2);
        self.set_maximum.next = self.maximum.val();

        self.values[0].next = self.address_low.val();
        self.values[1].next = self.address_high.val();
        self.values[2].next = self.parts.val();
        self.values[self.n_probe_packets.val()].next = self.set_probe_packets.val();
        self.values[self.n_alpha.val()].next = self.set_alpha.val();
        self.values[self.n_beta.val()].next = self.set_beta.val();
        self.values[self.n_probe_alpha.val()].next = self.set_probe_alpha.val();
        self.values[self.n_probe_beta.val()].next = self.set_probe_beta.val();
        self.values[self.n_initial.val()].next = self.set_initial.val();
        self.values[self.n_minimum.val()].next = self.set_minimum.val();
        self.values[self.n_maximum.val()].next = self.maximum.val();
        self.values[self.n_rtt_min.val()].next = self.set_rtt_min.val();
        self.values[self.n_rto_min.val()].next = self.set_rto_min.val();
        self.selected.next = 0.into();
        for setting in 0..self.settings.val() {
            if self.is_setting[setting].val() {
                self.selected.next = self.selected.val() | self.values[setting].val();
            }
        }
        self.word.next = self.selected.val();
    }
}
