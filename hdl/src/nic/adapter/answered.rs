//! What a response function has answered.

use crate::prelude::*;
use tailback_spec::nic::response::IPD_BITS;

block! {
    /// Holds an answer back for a cycle: a response function is faster than a table.
    pub struct AnsweredIpd() as "tailback_nic_answered_ipd" {
        /// The inter-packet delay that was found.
        input found[IPD_BITS];
        /// That of the cycle before.
        output ipd[IPD_BITS];

        /// It.
        reg held[IPD_BITS];
    }
}

impl Logic for AnsweredIpd {
    #[hdl_gen]
    fn update(&mut self) {
        self.held.next = self.found.val();
        self.ipd.next = self.held.val();
    }
}
