//! Clearing of the memories of flows.

use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Counts once through all flows after reset.
    pub struct FlowClear(nic: &Nic) as "tailback_flow_clear" {
        /// Last flow.
        count last = nic.flows() - 1;

        /// Memories of flows are being cleared.
        output_reg clearing = true;
        /// Flow being cleared.
        output_reg flow[nic.flow_bits()];
    }
}

impl Logic for FlowClear {
    #[hdl_gen]
    fn update(&mut self) {
        if self.clearing.val() {
            self.flow.next = self.flow.val() + 1;
            if self.flow.val() == self.last.val() {
                self.clearing.next = false;
            }
        }
    }
}
