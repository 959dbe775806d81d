//! An event that is held until it is decided.

use super::sizes::has_gaps;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Holds an event of a flow until it has been decided.
    pub struct HeldEvent(nic: &Nic) as "tailback_limiter_event" {
        /// The last flow.
        count last_flow = nic.flows() - 1;
        /// There are numbers that no flow has.
        choice has_gaps = has_gaps(nic);

        /// Nothing is taken.
        input clearing;
        /// An event comes.
        input comes;
        /// Its flow.
        input comes_flow[nic.flow_bits()];
        /// The event that is held is being decided.
        input decided;

        /// An event is taken.
        output ready;
        /// One comes, and is taken.
        output takes;
        /// One is held.
        output held;
        /// There is such a flow.
        output exists;
        /// Its flow.
        output flow[nic.flow_bits()];

        /// One is held.
        reg is_held;
        /// There is such a flow.
        reg is_known;
        /// Its flow.
        reg of_flow[nic.flow_bits()];
    }
}

impl Logic for HeldEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.is_held.val() && !self.clearing.val();
        self.held.next = self.is_held.val();
        self.flow.next = self.of_flow.val();
        self.takes.next = self.comes.val() && self.ready.val();
        self.exists.next = self.is_known.val();
        if self.takes.val() {
            self.is_held.next = true;
            self.of_flow.next = self.comes_flow.val();
            self.is_known.next = true;
            if self.has_gaps.val() {
                self.is_known.next = self.comes_flow.val() <= self.last_flow.val();
            }
        } else if self.decided.val() {
            self.is_held.next = false;
        }
    }
}
