//! Registers between a lookup and its result.

use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// Delays the result of a lookup in distributed RAM to the cycle after the lookup.
    pub struct LateResult(bits: usize) as "tailback_forwarding_late_result" {
        /// The lookup has a result.
        input known;
        /// Result of the lookup.
        input result[bits];
        /// The lookup of the previous cycle has a result.
        output_reg late_known;
        /// Result of the lookup of the previous cycle.
        output_reg late_result[bits];
    }
}

impl Logic for LateResult {
    #[hdl_gen]
    fn update(&mut self) {
        self.late_known.next = self.known.val();
        self.late_result.next = self.result.val();
    }
}

block! {
    /// Delays link states to the cycle after a lookup in block RAM.
    pub struct LateLinks(config: &Forwarding) as "tailback_forwarding_late_links" {
        /// Ports of the switch.
        count ports = config.ports();

        /// One bit per port: the link is up.
        input(config.ports()) link_active;
        /// One bit per port: the link was up in the previous cycle.
        output_reg(config.ports()) late_active;
    }
}

impl Logic for LateLinks {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.late_active[port].next = self.link_active[port].val();
        }
    }
}
