//! Clearing of the memories of flows.

use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Counts once through all flows after reset.
    pub struct FlowClear(nic: &Nic) as "tailback_flow_clear" {
        /// Last flow.
        count last = nic.flows() - 1;

        /// Memories of flows are being cleared.
        output clearing;
        /// Flow being cleared.
        output flow[nic.flow_bits()];

        /// Memories of flows are being cleared; high from reset on.
        reg clearing_reg = true;
        /// Flow being cleared.
        reg at[nic.flow_bits()];
    }
}

impl Logic for FlowClear {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clearing_reg.val();
        self.flow.next = self.at.val();
        if self.clearing_reg.val() {
            self.at.next = self.at.val() + 1;
            if self.at.val() == self.last.val() {
                self.clearing_reg.next = false;
            }
        }
    }
}
