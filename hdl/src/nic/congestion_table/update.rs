//! What a BECN does to the state of a flow.

use super::sizes::{is_per_flow, min_bits, word_bits};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, index_bits, SL_BITS, STEP_BITS};
use tailback_spec::nic::Nic;

/// Bits of the sum of a CCTI and CCTI_Increase.
fn sum_bits(nic: &Nic) -> usize {
    index_bits(nic).max(STEP_BITS) + 1
}

block! {
    /// Works out what a BECN, or a refresh, makes of the state of a flow, a step in each cycle.
    ///
    /// What is found in one cycle stays until the new state is written. A refresh keeps the level.
    pub struct StateUpdate(nic: &Nic) as "tailback_cct_update" {
        /// Each flow has a CCTI, and not each service level (SL).
        choice is_per_flow = is_per_flow(nic);
        /// Bits of a number of expiries.
        count expiry_bits = expiry_bits(nic);
        /// Bits of an SL.
        count sl_bits = SL_BITS;
        /// A difference from here on is negative.
        count negative = 1 << (expiry_bits(nic) - 1);

        /// The CCTI is found in this cycle.
        input finds;
        /// It is a refresh.
        input refreshes;
        /// The SL of the BECN, or of the refresh of an SL.
        input becn_sl[SL_BITS];
        /// The state, from the cycle before on.
        input word[word_bits(nic)];
        /// CCTI_Increase of `sl`.
        input increase[STEP_BITS];
        /// Trigger_Threshold of `sl`.
        input trigger[STEP_BITS];
        /// CCTI_Min of `sl`.
        input min[min_bits(nic)];
        /// Expiries of `sl`.
        input expiries[expiry_bits(nic)];
        /// CCTI_Limit, as far as the table goes.
        input limit[index_bits(nic)];

        /// The SL whose settings are needed.
        output sl[SL_BITS];
        /// The SL that was found.
        output found_sl[SL_BITS];
        /// The new CCTI; in the last cycle, as what follows.
        output ccti[index_bits(nic)];
        /// It has reached the trigger.
        output triggers;
        /// The number of the expiry at which it will be 0.
        output zero_at[expiry_bits(nic)];
        /// The new state.
        output new_word[word_bits(nic)];

        /// How far the number of the state is beyond the expiries.
        local beyond[expiry_bits(nic)];
        /// The number in the state.
        local old_zero_at[expiry_bits(nic)];
        /// The CCTI, with a bit for the carry.
        local addend[sum_bits(nic)];
        /// The CCTI with CCTI_Increase.
        local sum[sum_bits(nic)];
        /// The SL of the state.
        local word_sl[SL_BITS];
        /// The state.
        reg found_word[word_bits(nic)];
        /// The SL.
        reg sl_reg[SL_BITS];
        /// The flow belongs to it.
        reg belongs;
        /// CCTI_Increase.
        reg found_increase[STEP_BITS];
        /// Trigger_Threshold.
        reg found_trigger[STEP_BITS];
        /// CCTI_Min.
        reg found_min[min_bits(nic)];
        /// Expiries.
        reg found_expiries[expiry_bits(nic)];
        /// The level.
        reg level[index_bits(nic)];
        /// The CCTI before the BECN.
        reg old_ccti[index_bits(nic)];
        /// The CCTI after it.
        reg new_ccti[index_bits(nic)];
    }
}

impl Logic for StateUpdate {
    #[hdl_gen]
    fn update(&mut self) {
        self.found_word.next = self.word.val();

        self.sl.next = self.becn_sl.val();
        self.word_sl.next = self.becn_sl.val();
        if self.is_per_flow.val() {
            self.word_sl.next = self.found_word.val() >> self.expiry_bits.val();
            if self.refreshes.val() {
                comment!("A flow is refreshed on the service level on which it is.");
                self.sl.next = self.word_sl.val();
            }
        }
        if self.finds.val() {
            self.sl_reg.next = self.sl.val();
            self.belongs.next = self.word_sl.val() == self.sl.val();
            self.found_increase.next = self.increase.val();
            self.found_trigger.next = self.trigger.val();
            self.found_min.next = self.min.val();
            self.found_expiries.next = self.expiries.val();
        }
        self.found_sl.next = self.sl_reg.val();

        self.old_zero_at.next = self.found_word.val() >> 0;
        self.beyond.next = self.old_zero_at.val() - self.found_expiries.val();
        self.level.next = 0.into();
        if self.belongs.val() && self.beyond.val() < self.negative.val() {
            self.level.next = self.beyond.val() >> 0;
        }

        self.old_ccti.next = self.level.val();
        if !self.refreshes.val() && self.level.val() < self.found_min.val() {
            self.old_ccti.next = self.found_min.val();
        }

        self.addend.next = self.old_ccti.val();
        self.sum.next = self.addend.val() + self.found_increase.val();
        self.new_ccti.next = self.sum.val() >> 0;
        if self.refreshes.val() {
            self.new_ccti.next = self.old_ccti.val();
        } else if self.sum.val() > self.limit.val() {
            self.new_ccti.next = self.limit.val();
        }

        self.ccti.next = self.new_ccti.val();
        self.triggers.next = !self.refreshes.val()
            && self.found_trigger.val() != 0
            && self.new_ccti.val() >= self.found_trigger.val();
        self.zero_at.next = self.found_expiries.val() + self.new_ccti.val();
        for at in 0..self.expiry_bits.val() {
            self.new_word.next =
                self.new_word.val().replace_bit(at, self.zero_at.val().get_bit(at));
        }
        if self.is_per_flow.val() {
            for at in 0..self.sl_bits.val() {
                self.new_word.next = self
                    .new_word
                    .val()
                    .replace_bit(self.expiry_bits.val() + at, self.sl_reg.val().get_bit(at));
            }
        }
    }
}
