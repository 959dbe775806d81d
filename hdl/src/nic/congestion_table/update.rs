//! The effect of a BECN on the state of a flow.

use super::sizes::{is_per_flow, min_bits, word_bits};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, index_bits, SL_BITS, STEP_BITS};
use tailback_spec::nic::Nic;

/// Bits of the sum of a CCTI and CCTI_Increase.
fn sum_bits(nic: &Nic) -> usize {
    index_bits(nic).max(STEP_BITS) + 1
}

block! {
    /// Computes the state of a flow after a BECN, or a refresh, one step per cycle.
    ///
    /// Settings that are captured stay until the new state is written. A refresh keeps the level.
    pub struct StateUpdate(nic: &Nic) as "tailback_cct_update" {
        /// Each flow, and not each service level (SL), has a CCTI.
        choice is_per_flow = is_per_flow(nic);
        /// Bits of a number of expiries.
        count expiry_bits = expiry_bits(nic);
        /// Half the range of a number of expiries: a difference from here on is negative.
        count negative = 1 << (expiry_bits(nic) - 1);

        /// Second cycle of an update: the settings of its SL are captured.
        input finds;
        /// The update is a refresh.
        input refreshes;
        /// The SL of the BECN, or of the refresh of an SL.
        input becn_sl[SL_BITS];
        /// State that was read, from the cycle before `finds` on.
        input word[word_bits(nic)];
        /// CCTI_Increase of `sl`.
        input increase[STEP_BITS];
        /// Trigger_Threshold of `sl`.
        input trigger[STEP_BITS];
        /// CCTI_Min of `sl`.
        input min[min_bits(nic)];
        /// Expiries of `sl`.
        input expiries[expiry_bits(nic)];
        /// CCTI_Limit, but at most the last index of the table.
        input limit[index_bits(nic)];

        /// SL whose settings are needed.
        output sl[SL_BITS];
        /// SL of the update.
        output_reg found_sl[SL_BITS];
        /// New CCTI; valid in the last cycle of the update.
        output_reg ccti[index_bits(nic)];
        /// The new CCTI has reached Trigger_Threshold; valid in the last cycle of the update.
        output triggers;
        /// Number of the expiry at which the new CCTI will be 0; valid in the last cycle of the
        /// update.
        output zero_at[expiry_bits(nic)];
        /// New state; valid in the last cycle of the update.
        output new_word[word_bits(nic)];

        /// Old level: `old_zero_at` minus the expiries; negative if the level is 0.
        local beyond[expiry_bits(nic)];
        /// Number of the expiry at which the old level is 0.
        local old_zero_at[expiry_bits(nic)];
        /// CCTI before the BECN, with one more bit for the carry.
        local addend[sum_bits(nic)];
        /// CCTI before the BECN plus CCTI_Increase.
        local sum[sum_bits(nic)];
        /// SL of the state that was read.
        local word_sl[SL_BITS];
        /// State that was read.
        reg found_word[word_bits(nic)];
        /// The flow belongs to the SL of the update.
        reg belongs;
        /// CCTI_Increase of the SL of the update.
        reg found_increase[STEP_BITS];
        /// Trigger_Threshold of the SL of the update.
        reg found_trigger[STEP_BITS];
        /// CCTI_Min of the SL of the update.
        reg found_min[min_bits(nic)];
        /// Expiries of the SL of the update.
        reg found_expiries[expiry_bits(nic)];
        /// Level before the BECN.
        reg level[index_bits(nic)];
        /// The CCTI before the BECN.
        reg old_ccti[index_bits(nic)];
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
                comment!("A flow is refreshed on the service level to which it belongs.");
                self.sl.next = self.word_sl.val();
            }
        }
        if self.finds.val() {
            self.found_sl.next = self.sl.val();
            self.belongs.next = self.word_sl.val() == self.sl.val();
            self.found_increase.next = self.increase.val();
            self.found_trigger.next = self.trigger.val();
            self.found_min.next = self.min.val();
            self.found_expiries.next = self.expiries.val();
        }

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
        self.ccti.next = self.sum.val() >> 0;
        if self.refreshes.val() {
            self.ccti.next = self.old_ccti.val();
        } else if self.sum.val() > self.limit.val() {
            self.ccti.next = self.limit.val();
        }

        self.triggers.next = !self.refreshes.val()
            && self.found_trigger.val() != 0
            && self.ccti.val() >= self.found_trigger.val();
        self.zero_at.next = self.found_expiries.val() + self.ccti.val();
        self.new_word.next = self.zero_at.val();
        if self.is_per_flow.val() {
            self.new_word.next = self.found_sl.val();
            self.new_word.next =
                (self.new_word.val() << self.expiry_bits.val()) | self.zero_at.val();
        }
    }
}
