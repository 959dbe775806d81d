//! Clearing of memories after reset.

use super::sizes::clear_bits;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{clear_cycles, index_bits, state_bits, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Clears all memories once after reset, short ones several times.
    pub struct TableClear(nic: &Nic) as "tailback_cct_clear" {
        /// Last address that is cleared.
        count last = clear_cycles(nic) - 1;

        /// High while memories are cleared.
        output_reg clearing = true;
        /// Service level (SL) whose entries are cleared.
        output clear_sl[SL_BITS];
        /// Index of the state that is cleared.
        output clear_state[state_bits(nic)];
        /// Index of the table entry that is cleared.
        output clear_index[index_bits(nic)];

        /// Address that is cleared.
        reg at[clear_bits(nic)];
    }
}

impl Logic for TableClear {
    #[hdl_gen]
    fn update(&mut self) {
        self.clear_sl.next = self.at.val() >> 0;
        self.clear_state.next = self.at.val() >> 0;
        self.clear_index.next = self.at.val() >> 0;
        if self.clearing.val() {
            self.at.next = self.at.val() + 1;
            if self.at.val() == self.last.val() {
                self.clearing.next = false;
            }
        }
    }
}
