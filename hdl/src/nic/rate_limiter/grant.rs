//! The grant, until it is taken.

use super::sizes::REST_BITS;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Shows a grant, perhaps after a few cycles, until it is taken.
    pub struct ShownGrant(nic: &Nic) as "tailback_limiter_grant" {
        /// A flow is granted; not while one is.
        input grants;
        /// Which one.
        input flow[nic.flow_bits()];
        /// Cycles for which the grant is not shown yet.
        input pause[REST_BITS];
        /// The grant is taken.
        input grant_ready;

        /// A flow is granted, and the grant is not taken yet.
        output granted;
        /// The grant is shown.
        output grant;
        /// The flow granted last.
        output grant_flow[nic.flow_bits()];

        /// A flow is granted.
        reg granted_reg;
        /// Which one.
        reg flow_reg[nic.flow_bits()];
        /// Cycles until the grant is shown.
        reg rest[REST_BITS];
    }
}

impl Logic for ShownGrant {
    #[hdl_gen]
    fn update(&mut self) {
        self.granted.next = self.granted_reg.val();
        self.grant.next = self.granted_reg.val() && self.rest.val() == 0;
        self.grant_flow.next = self.flow_reg.val();
        if self.grants.val() {
            self.granted_reg.next = true;
            self.flow_reg.next = self.flow.val();
            self.rest.next = self.pause.val();
        } else if self.grant.val() {
            if self.grant_ready.val() {
                self.granted_reg.next = false;
            }
        } else if self.granted_reg.val() {
            self.rest.next = self.rest.val() - 1;
        }
    }
}
