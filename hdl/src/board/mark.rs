//! FECN of received packets.

use crate::prelude::*;
use tailback_spec::board::mark::beat;

block! {
    /// Shows that a received packet has FECN.
    pub struct MarkDetector(width_bytes: usize) as "tailback_mark_detector" {
        /// FECN is in the first beat; otherwise it is in the second one.
        choice in_first = beat(width_bytes) == 0;

        /// Beat valid.
        input valid;
        /// Last beat of the packet.
        input last;
        /// Bit of the data that is FECN in one beat of the packet.
        input fecn;
        /// A packet has FECN.
        output_reg marked;

        /// The beat contains FECN.
        local here;
        /// The next beat is the second one of its packet.
        reg second;
        /// The next beat is a later one of its packet.
        reg later;
    }
}

impl Logic for MarkDetector {
    #[hdl_gen]
    fn update(&mut self) {
        if self.in_first.val() {
            self.here.next = !self.second.val() && !self.later.val();
        } else {
            self.here.next = self.second.val();
        }
        self.marked.next = self.valid.val() && self.here.val() && self.fecn.val();
        if self.valid.val() {
            self.second.next = !self.second.val() && !self.later.val() && !self.last.val();
            self.later.next = (self.second.val() || self.later.val()) && !self.last.val();
        }
    }
}
