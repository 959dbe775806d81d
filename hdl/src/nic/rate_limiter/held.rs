//! An event that is held until it is decided.

use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Holds one event of a flow until it has been decided.
    pub struct HeldEvent(nic: &Nic) as "tailback_limiter_event" {
        /// Number of the last flow.
        count last_flow = nic.flows() - 1;
        /// Some flow numbers belong to no flow.
        choice has_gaps = nic.flows() < 1 << nic.flow_bits();

        /// High while memories are cleared: no event is accepted.
        input clearing;
        /// Valid of the event handshake.
        input comes;
        /// Flow of the offered event.
        input comes_flow[nic.flow_bits()];
        /// The held event is being decided.
        input decided;

        /// Ready of the event handshake.
        output ready;
        /// An event is accepted in this cycle.
        output takes;
        /// An event is held.
        output_reg held;
        /// The flow of the held event exists.
        output_reg exists;
        /// Flow of the held event.
        output_reg flow[nic.flow_bits()];
    }
}

impl Logic for HeldEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.held.val() && !self.clearing.val();
        self.takes.next = self.comes.val() && self.ready.val();
        if self.takes.val() {
            self.held.next = true;
            self.flow.next = self.comes_flow.val();
            self.exists.next = true;
            if self.has_gaps.val() {
                self.exists.next = self.comes_flow.val() <= self.last_flow.val();
            }
        } else if self.decided.val() {
            self.held.next = false;
        }
    }
}
