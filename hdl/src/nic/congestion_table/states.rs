//! What is kept of each flow.

use super::sizes::word_bits;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{state_bits, states};
use tailback_spec::nic::Nic;

block! {
    /// What is kept of each flow, with a copy for BECNs and one for look-ups.
    pub struct FlowStates(nic: &Nic) as "tailback_cct_states" {
        /// All are being cleared.
        input clearing;
        /// Which one.
        input clear_state[state_bits(nic)];
        /// A BECN, or a refresh, reads.
        input becn;
        /// Whose state.
        input becn_state[state_bits(nic)];
        /// A look-up reads.
        input look_up;
        /// Whose state.
        input look_up_state[state_bits(nic)];
        /// A state is written; never that which a BECN reads in the same cycle.
        input write;
        /// Whose.
        input write_state[state_bits(nic)];
        /// What.
        input write_word[word_bits(nic)];

        /// What the BECN has read in the cycle before, or earlier.
        output becn_word[word_bits(nic)];
        /// What the look-up has read in the cycle before, or what was written there.
        output look_up_word[word_bits(nic)];

        /// A state is written, or cleared.
        local writes;
        /// Whose.
        local write_at[state_bits(nic)];
        /// What.
        local write_data[word_bits(nic)];
        /// In the cycle before, the state was written that was looked up.
        reg meets;
        /// What was written.
        reg passing[word_bits(nic)];
        /// States for BECNs,
        memory(states(nic)) of_becn[word_bits(nic)];
        /// and for look-ups.
        memory(states(nic)) of_look_up[word_bits(nic)];
    }
}

impl Logic for FlowStates {
    #[hdl_gen]
    fn update(&mut self) {
        self.writes.next = self.clearing.val() || self.write.val();
        self.write_at.next = self.write_state.val();
        self.write_data.next = self.write_word.val();
        if self.clearing.val() {
            self.write_at.next = self.clear_state.val();
            self.write_data.next = 0.into();
        }
        self.of_becn.write.next = self.writes.val();
        self.of_becn.write_address.next = self.write_at.val();
        self.of_becn.write_data.next = self.write_data.val();
        self.of_becn.read.next = self.becn.val();
        self.of_becn.read_address.next = self.becn_state.val();
        self.becn_word.next = self.of_becn.read_data.val();

        self.of_look_up.write.next = self.writes.val();
        self.of_look_up.write_address.next = self.write_at.val();
        self.of_look_up.write_data.next = self.write_data.val();
        self.of_look_up.read.next = self.look_up.val();
        self.of_look_up.read_address.next = self.look_up_state.val();
        self.meets.next = self.write.val() && self.write_state.val() == self.look_up_state.val();
        self.passing.next = self.write_word.val();
        self.look_up_word.next = self.of_look_up.read_data.val();
        if self.meets.val() {
            self.look_up_word.next = self.passing.val();
        }
    }
}
