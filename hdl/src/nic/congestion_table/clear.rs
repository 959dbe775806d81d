//! Clearing of memories after reset.

use super::sizes::clear_bits;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{clear_cycles, index_bits, state_bits, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Goes once through all memories after reset; through a short one, several times.
    pub struct TableClear(nic: &Nic) as "tailback_cct_clear" {
        /// The last word.
        count last = clear_cycles(nic) - 1;

        /// Words are being cleared.
        output clearing;
        /// That of which service level (SL), in its own memories,
        output clear_sl[SL_BITS];
        /// of which flow,
        output clear_state[state_bits(nic)];
        /// and of which index.
        output clear_index[index_bits(nic)];

        /// Words are being cleared.
        reg clearing_reg = true;
        /// Which one.
        reg at[clear_bits(nic)];
    }
}

impl Logic for TableClear {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clearing_reg.val();
        self.clear_sl.next = self.at.val() >> 0;
        self.clear_state.next = self.at.val() >> 0;
        self.clear_index.next = self.at.val() >> 0;
        if self.clearing_reg.val() {
            self.at.next = self.at.val() + 1;
            if self.at.val() == self.last.val() {
                self.clearing_reg.next = false;
            }
        }
    }
}
