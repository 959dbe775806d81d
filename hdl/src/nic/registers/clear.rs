//! Clearing of what is kept of flows.

use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Goes once through all flows after reset.
    pub struct FlowClear(nic: &Nic) as "tailback_flow_clear" {
        /// The last flow.
        count last = nic.flows() - 1;

        /// Flows are being cleared.
        output clearing;
        /// Which one.
        output flow[nic.flow_bits()];

        /// Flows are being cleared.
        reg clearing_reg = true;
        /// Which one.
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
