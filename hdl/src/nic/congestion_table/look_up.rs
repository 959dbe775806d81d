//! Look-ups of delays.

use super::sizes::{is_per_flow, min_bits, word_bits};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, index_bits, state_bits, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Turns a flow into the index of its delay.
    ///
    /// The state of the flow arrives in the second cycle, and is registered. The third cycle
    /// compares it with CCTI_Min and turns it into a level in one step: what is subtracted from it
    /// has been computed by then.
    pub struct DelayLookUp(nic: &Nic) as "tailback_cct_look_up" {
        /// Number of flows.
        count flows = nic.flows();
        /// Some flow numbers belong to no flow.
        choice has_gap = nic.flows() < 1 << nic.flow_bits();
        /// Each flow, and not each service level (SL), has a CCTI.
        choice is_per_flow = is_per_flow(nic);
        /// Bits of a number of expiries.
        count expiry_bits = expiry_bits(nic);
        /// Half the range of a number of expiries: a difference from here on is negative.
        count negative = 1 << (expiry_bits(nic) - 1);

        /// High while memories are cleared: look-ups are ignored.
        input clearing;
        /// Request for the delay of a flow.
        input look_up;
        /// Flow of the look-up.
        input flow[nic.flow_bits()];
        /// SL of the look-up.
        input sl[SL_BITS];
        /// CCTI_Min of the SL of the look-up.
        input min[min_bits(nic)];
        /// Expiries of the SL of the look-up.
        input expiries[expiry_bits(nic)];
        /// State of the flow, one cycle after `asks`.
        input word[word_bits(nic)];

        /// The state of the flow is read.
        output asks;
        /// Index of the state that is read.
        output state[state_bits(nic)];
        /// The delay is read, two cycles after `asks`.
        output_reg reads;
        /// Index of the delay that is read: the CCTI.
        output index[index_bits(nic)];
        /// CCTI in the cycle after `reads`; 0 if no delay was read.
        output_reg ccti[index_bits(nic)];

        /// The flow of the look-up exists.
        local exists;
        /// Number of the expiry at which the level of the flow is 0.
        local zero_at[expiry_bits(nic)];
        /// SL to which the flow belongs.
        local flow_sl[SL_BITS];
        /// Lower bits of `came_zero_at`, in the width of an index.
        local low_zero_at[index_bits(nic)];
        /// Level of the flow minus CCTI_Min.
        local above_min[expiry_bits(nic)];
        /// Look-up in its second cycle: valid.
        reg asked;
        /// Look-up in its second cycle: SL.
        reg asked_sl[SL_BITS];
        /// Look-up in its second cycle: CCTI_Min of the SL.
        reg asked_min[min_bits(nic)];
        /// Look-up in its second cycle: expiries of the SL.
        reg asked_expiries[expiry_bits(nic)];
        /// Look-up in its third cycle: number of the expiry at which the level is 0.
        reg came_zero_at[expiry_bits(nic)];
        /// Look-up in its third cycle: the flow belongs to the SL.
        reg belongs;
        /// Look-up in its third cycle: CCTI_Min of the SL.
        reg min_then[min_bits(nic)];
        /// Look-up in its third cycle: lower bits of the expiries, in the width of an index.
        reg expiries_then[index_bits(nic)];
        /// Look-up in its third cycle: number of the expiry at which a level of CCTI_Min is 0.
        reg min_zero_at[expiry_bits(nic)];
    }
}

impl Logic for DelayLookUp {
    #[hdl_gen]
    fn update(&mut self) {
        self.exists.next = true;
        if self.has_gap.val() {
            self.exists.next = self.flow.val() < self.flows.val();
        }
        self.asks.next = self.look_up.val() && self.exists.val() && !self.clearing.val();
        if self.is_per_flow.val() {
            self.state.next = self.flow.val();
        } else {
            self.state.next = self.sl.val();
        }
        self.asked.next = self.asks.val();
        self.asked_sl.next = self.sl.val();
        self.asked_min.next = self.min.val();
        self.asked_expiries.next = self.expiries.val();

        self.zero_at.next = self.word.val() >> 0;
        self.flow_sl.next = self.asked_sl.val();
        if self.is_per_flow.val() {
            comment!("A flow has a level only on the service level to which it belongs.");
            self.flow_sl.next = self.word.val() >> self.expiry_bits.val();
        }
        self.reads.next = self.asked.val();
        self.came_zero_at.next = self.zero_at.val();
        self.belongs.next = self.flow_sl.val() == self.asked_sl.val();
        self.min_then.next = self.asked_min.val();
        self.expiries_then.next = self.asked_expiries.val() >> 0;
        self.min_zero_at.next = self.asked_expiries.val() + self.asked_min.val();

        self.low_zero_at.next = self.came_zero_at.val() >> 0;
        self.above_min.next = self.came_zero_at.val() - self.min_zero_at.val();
        self.index.next = self.min_then.val();
        if self.belongs.val() && self.above_min.val() < self.negative.val() {
            comment!("The level is an index of the table.");
            self.index.next = self.low_zero_at.val() - self.expiries_then.val();
        }
        self.ccti.next = 0.into();
        if self.reads.val() {
            self.ccti.next = self.index.val();
        }
    }
}
