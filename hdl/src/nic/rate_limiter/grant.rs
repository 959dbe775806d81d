//! The grant, until it is accepted.

use super::sizes::REST_BITS;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Shows a grant, if necessary after a pause of a few cycles, until it is accepted.
    pub struct ShownGrant(nic: &Nic) as "tailback_limiter_grant" {
        /// A flow is granted; never while `granted` is high.
        input grants;
        /// Flow that is granted.
        input flow[nic.flow_bits()];
        /// Cycles by which the grant is shown later.
        input pause[REST_BITS];
        /// Ready of the grant handshake.
        input grant_ready;

        /// A flow is granted, and the grant is not accepted yet.
        output_reg granted;
        /// Valid of the grant handshake.
        output grant;
        /// Flow granted last.
        output_reg grant_flow[nic.flow_bits()];

        /// Cycles until the grant is shown.
        reg rest[REST_BITS];
    }
}

impl Logic for ShownGrant {
    #[hdl_gen]
    fn update(&mut self) {
        self.grant.next = self.granted.val() && self.rest.val() == 0;
        if self.grants.val() {
            self.granted.next = true;
            self.grant_flow.next = self.flow.val();
            self.rest.next = self.pause.val();
        } else if self.grant.val() {
            if self.grant_ready.val() {
                self.granted.next = false;
            }
        } else if self.granted.val() {
            self.rest.next = self.rest.val() - 1;
        }
    }
}
