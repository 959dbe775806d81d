//! The state of each flow or service level.

use super::sizes::word_bits;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{state_bits, states};
use tailback_spec::nic::Nic;

block! {
    /// State of each flow, or service level, with a copy for BECNs and one for look-ups.
    pub struct FlowStates(nic: &Nic) as "tailback_cct_states" {
        /// High while all states are cleared after reset.
        input clearing;
        /// Index of the state that is cleared.
        input clear_state[state_bits(nic)];
        /// A BECN, or a refresh, reads a state.
        input becn;
        /// Index of the state that the BECN or refresh reads.
        input becn_state[state_bits(nic)];
        /// A look-up reads a state.
        input look_up;
        /// Index of the state that the look-up reads.
        input look_up_state[state_bits(nic)];
        /// A state is written; never the one that a BECN reads in the same cycle.
        input write;
        /// Index of the state that is written.
        input write_state[state_bits(nic)];
        /// State to be written.
        input write_word[word_bits(nic)];

        /// State read last for a BECN or refresh, from the cycle after the read.
        output becn_word[word_bits(nic)];
        /// State that the look-up of the cycle before read, or that was written in that cycle.
        output look_up_word[word_bits(nic)];

        /// State memory write enable.
        local writes;
        /// State memory write address (flow or SL).
        local write_at[state_bits(nic)];
        /// State memory write data.
        local write_data[word_bits(nic)];
        /// The state that was looked up in the cycle before was written in that cycle.
        reg meets;
        /// State that was written in the cycle before.
        reg passing[word_bits(nic)];
        /// State of each flow or SL, read for BECNs and refreshes.
        memory(states(nic)) of_becn[word_bits(nic)];
        /// State of each flow or SL, read for look-ups.
        memory(states(nic)) of_look_up[word_bits(nic)];
    }
    connect {
        of_becn: write = writes, write_address = write_at, write_data, read = becn,
            read_address = becn_state, read_data = becn_word;
        of_look_up: write = writes, write_address = write_at, write_data, read = look_up,
            read_address = look_up_state;
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

        self.meets.next = self.write.val() && self.write_state.val() == self.look_up_state.val();
        self.passing.next = self.write_word.val();
        self.look_up_word.next = self.of_look_up.read_data.val();
        if self.meets.val() {
            self.look_up_word.next = self.passing.val();
        }
    }
}
