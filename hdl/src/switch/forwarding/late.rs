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
        output late_known;
        /// Output port of the route of the previous cycle.
        output late_port[config.port_bits()];

        /// The DLID of the previous cycle has a route.
        reg known_reg;
        /// Output port of the route of the previous cycle.
        reg port_reg[config.port_bits()];
    }
}

impl Logic for LateAnswer {
    #[hdl_gen]
    fn update(&mut self) {
        self.known_reg.next = self.known.val();
        self.port_reg.next = self.port.val();
        self.late_known.next = self.known_reg.val();
        self.late_port.next = self.port_reg.val();
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
        output late_has_entry;
        /// Entry of the LID of the previous cycle.
        output late_entry[bits];

        /// The LID of the previous cycle has an entry.
        reg has_entry_reg;
        /// Entry of the LID of the previous cycle.
        reg entry_reg[bits];
    }
}

impl Logic for LateEntry {
    #[hdl_gen]
    fn update(&mut self) {
        self.has_entry_reg.next = self.has_entry.val();
        self.entry_reg.next = self.entry.val();
        self.late_has_entry.next = self.has_entry_reg.val();
        self.late_entry.next = self.entry_reg.val();
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
        output(config.ports()) late_active;

        /// One bit per port: the link was up in the previous cycle.
        reg(config.ports()) active_reg;
    }
}

impl Logic for LateLinks {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.active_reg[port].next = self.link_active[port].val();
            self.late_active[port].next = self.active_reg[port].val();
        }
    }
}
