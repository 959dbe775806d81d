//! Registers between a lookup and its result.

use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// Delays a route from distributed RAM to the cycle after the lookup.
    pub struct LateAnswer(config: &Forwarding) as "tailback_forwarding_late_answer" {
        /// The DLID has a route.
        input known;
        /// Output port of the route.
        input port[config.port_bits()];
        /// The DLID of the previous cycle has a route.
        output_reg late_known;
        /// Output port of the route of the previous cycle.
        output_reg late_port[config.port_bits()];
    }
}

impl Logic for LateAnswer {
    #[hdl_gen]
    fn update(&mut self) {
        self.late_known.next = self.known.val();
        self.late_port.next = self.port.val();
    }
}

block! {
    /// Delays an entry from distributed RAM to the cycle after its lookup.
    pub struct LateEntry(bits: usize) as "tailback_forwarding_late_entry" {
        /// The LID has an entry.
        input has_entry;
        /// Entry of the LID.
        input entry[bits];
        /// The LID of the previous cycle has an entry.
        output_reg late_has_entry;
        /// Entry of the LID of the previous cycle.
        output_reg late_entry[bits];
    }
}

impl Logic for LateEntry {
    #[hdl_gen]
    fn update(&mut self) {
        self.late_has_entry.next = self.has_entry.val();
        self.late_entry.next = self.entry.val();
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
