//! Delays of a response function, one cycle later.

use crate::prelude::*;
use tailback_spec::nic::response::IPD_BITS;

block! {
    /// Delays the output of a response function by one cycle, to the latency of a congestion
    /// control table.
    pub struct AnsweredIpd() as "tailback_nic_answered_ipd" {
        /// Inter-packet delay from the response function.
        input found[IPD_BITS];
        /// Inter-packet delay of the previous cycle.
        output_reg ipd[IPD_BITS];
    }
}

impl Logic for AnsweredIpd {
    #[hdl_gen]
    fn update(&mut self) {
        self.ipd.next = self.found.val();
    }
}
