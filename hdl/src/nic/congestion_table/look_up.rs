//! Look-ups of delays.

use super::sizes::{has_gap, is_per_flow, min_bits, word_bits};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, index_bits, state_bits, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Turns a flow into the index of its delay.
    ///
    /// The state of the flow comes in the second cycle, and is held there. In the third one it is held
    /// against CCTI_Min, and turned into a level, in one step: what is subtracted from it has been
    /// worked out by then.
    pub struct DelayLookUp(nic: &Nic) as "tailback_cct_look_up" {
        /// Flows.
        count flows = nic.flows();
        /// There are numbers beyond them.
        choice has_gap = has_gap(nic);
        /// Each flow has a CCTI, and not each service level (SL).
        choice is_per_flow = is_per_flow(nic);
        /// Bits of a number of expiries.
        count expiry_bits = expiry_bits(nic);
        /// A difference from here on is negative.
        count negative = 1 << (expiry_bits(nic) - 1);

        /// There is nothing yet to be looked up.
        input clearing;
        /// A delay is wanted.
        input look_up;
        /// Of this flow.
        input flow[nic.flow_bits()];
        /// On this SL.
        input sl[SL_BITS];
        /// CCTI_Min of the SL.
        input min[min_bits(nic)];
        /// Expiries of the SL.
        input expiries[expiry_bits(nic)];
        /// The state of the flow, in the cycle after.
        input word[word_bits(nic)];

        /// The state is wanted.
        output asks;
        /// Whose.
        output state[state_bits(nic)];
        /// The delay is wanted, two cycles after that.
        output reads;
        /// Its index.
        output index[index_bits(nic)];
        /// The index in the cycle after that; 0 if none was wanted.
        output ccti[index_bits(nic)];

        /// There is such a flow.
        local exists;
        /// The number of the expiry at which the level is 0.
        local zero_at[expiry_bits(nic)];
        /// The SL of the flow.
        local flow_sl[SL_BITS];
        /// Its lower bits, as far as an index goes.
        local low_zero_at[index_bits(nic)];
        /// How much that is above CCTI_Min.
        local above_min[expiry_bits(nic)];
        /// A delay is wanted.
        reg asked;
        /// On this SL.
        reg asked_sl[SL_BITS];
        /// CCTI_Min.
        reg asked_min[min_bits(nic)];
        /// Expiries.
        reg asked_expiries[expiry_bits(nic)];
        /// Third cycle: a delay is wanted;
        reg came;
        /// the number of the expiry at which the level is 0;
        reg came_zero_at[expiry_bits(nic)];
        /// the flow belongs to the SL;
        reg belongs;
        /// CCTI_Min;
        reg min_then[min_bits(nic)];
        /// expiries, as far as an index goes;
        reg expiries_then[index_bits(nic)];
        /// the number of the expiry at which a level at CCTI_Min is 0.
        reg min_zero_at[expiry_bits(nic)];
        /// The CCTI.
        reg found[index_bits(nic)];
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
            comment!("On another service level, the flow has no level.");
            self.flow_sl.next = self.word.val() >> self.expiry_bits.val();
        }
        self.came.next = self.asked.val();
        self.came_zero_at.next = self.zero_at.val();
        self.belongs.next = self.flow_sl.val() == self.asked_sl.val();
        self.min_then.next = self.asked_min.val();
        self.expiries_then.next = self.asked_expiries.val() >> 0;
        self.min_zero_at.next = self.asked_expiries.val() + self.asked_min.val();

        self.low_zero_at.next = self.came_zero_at.val() >> 0;
        self.above_min.next = self.came_zero_at.val() - self.min_zero_at.val();
        self.index.next = self.min_then.val();
        if self.belongs.val() && self.above_min.val() < self.negative.val() {
            comment!("The level: it is an index of the table.");
            self.index.next = self.low_zero_at.val() - self.expiries_then.val();
        }
        self.reads.next = self.came.val();
        self.found.next = 0.into();
        if self.came.val() {
            self.found.next = self.index.val();
        }
        self.ccti.next = self.found.val();
    }
}
