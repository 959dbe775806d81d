//! What is kept from the cycle of a question to that of the answer.

use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// An answer from distributed RAM, in the cycle after the question.
    pub struct LateAnswer(config: &Forwarding) as "tailback_forwarding_late_answer" {
        /// There is a way.
        input known;
        /// The output port.
        input port[config.port_bits()];
        /// There was a way.
        output late_known;
        /// The output port.
        output late_port[config.port_bits()];

        /// There is a way.
        reg known_reg;
        /// The output port.
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
    /// An entry from distributed RAM, in the cycle after it was asked for.
    pub struct LateEntry(bits: usize) as "tailback_forwarding_late_entry" {
        /// There is an entry.
        input has_entry;
        /// Which.
        input entry[bits];
        /// There was an entry.
        output late_has_entry;
        /// Which.
        output late_entry[bits];

        /// There is an entry.
        reg has_entry_reg;
        /// Which.
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
    /// The links, as they were when block RAM was asked.
    pub struct LateLinks(config: &Forwarding) as "tailback_forwarding_late_links" {
        /// Ports of the switch.
        count ports = config.ports();

        /// The link of each port is up.
        input(config.ports()) link_active;
        /// It was up in the cycle before.
        output(config.ports()) late_active;

        /// It was up.
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
