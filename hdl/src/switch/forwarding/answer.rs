//! Route of an input port, from an entry of the forwarding table.

use super::entry_bits;
use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// Determines the route for the DLID of an input port.
    pub struct ForwardingAnswer(config: &Forwarding) as "tailback_forwarding_answer" {
        /// The DLID has an entry, which was not looked up while entries were being cleared.
        input has_entry;
        /// Entry of the DLID: bit 0 high if it is valid and its port exists, and above it the port.
        input entry[entry_bits(config)];
        /// One bit per port: the link is up.
        input(config.ports()) link_active;
        /// A route exists: the entry is valid, its port exists, and the link of the port is up.
        output known;
        /// Output port in the entry.
        output found[config.port_bits()];
    }
}

impl Logic for ForwardingAnswer {
    #[hdl_gen]
    fn update(&mut self) {
        self.found.next = self.entry.val() >> 1;
        self.known.next = self.has_entry.val()
            && self.entry.val().get_bit(0)
            && self.link_active[self.found.val().index()].val();
    }
}
