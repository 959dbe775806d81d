//! Whether there is a way, and by which output port.

use super::entry_bits;
use crate::prelude::*;
use tailback_spec::switch::forwarding::Forwarding;

block! {
    /// The answer to an input port's question.
    pub struct ForwardingAnswer(config: &Forwarding) as "tailback_forwarding_answer" {
        /// The LID has an entry that counts.
        input has_entry;
        /// That entry: from bit 0, whether it is of a port that there is, and the port.
        input entry[entry_bits(config)];
        /// The link of each port is up.
        input(config.ports()) link_active;
        /// There is a way.
        output known;
        /// The output port.
        output port[config.port_bits()];

        /// The port in the entry.
        local found[config.port_bits()];
    }
}

impl Logic for ForwardingAnswer {
    #[hdl_gen]
    fn update(&mut self) {
        self.found.next = self.entry.val() >> 1;
        self.known.next = self.has_entry.val()
            && self.entry.val().get_bit(0)
            && self.link_active[self.found.val().index()].val();
        self.port.next = 0.into();
        if self.known.val() {
            self.port.next = self.found.val();
        }
    }
}
