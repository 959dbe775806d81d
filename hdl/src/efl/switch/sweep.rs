//! Clearing of the MAC table.

use super::sizes::index_bits;
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;

block! {
    /// Counts once through all entries of the MAC table after reset.
    pub struct EthernetSweep(switch: &EthernetSwitch) as "tailback_ethernet_sweep" {
        /// The table is being cleared.
        output_reg sweeping = true;
        /// Index of the entry that is cleared.
        output_reg index[index_bits(switch)];
    }
}

impl Logic for EthernetSweep {
    #[hdl_gen]
    fn update(&mut self) {
        if self.sweeping.val() {
            self.index.next = self.index.val() + 1;
            if self.index.val().all() {
                self.sweeping.next = false;
            }
        }
    }
}
