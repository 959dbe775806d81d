//! Clearing of the memories of flows.

use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Counts once through all flows after reset.
    pub struct FlowSweep(efl: &Efl) as "tailback_efl_sweep" {
        /// Last flow.
        count last = efl.flows() - 1;

        /// Memories of flows are being cleared.
        output_reg sweeping = true;
        /// Flow whose entries are cleared.
        output_reg flow[efl.flow_bits()];
    }
}

impl Logic for FlowSweep {
    #[hdl_gen]
    fn update(&mut self) {
        if self.sweeping.val() {
            self.flow.next = self.flow.val() + 1;
            if self.flow.val() == self.last.val() {
                self.sweeping.next = false;
            }
        }
    }
}
