//! Distribution of queued ACKs and BECNs.

use crate::interface::Feedback;
use crate::prelude::*;
use tailback_spec::nic::queue::{MARKED, RELEASED};
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Passes ACKs to the rate limiter, and feedback to the rate control: BECNs, and ACKs, too, if
    /// there is no congestion control table.
    ///
    /// Without a table, an ACK opens the window by all packets that it acknowledges, and in the
    /// same cycle changes the rate once; BECNs wait meanwhile.
    pub struct EventDispatch(nic: &Nic) as "tailback_nic_dispatch" {
        /// There is a congestion control table.
        choice has_table = nic.has_table();
        /// Mask in the kind of an ACK: the ACK is marked.
        count marked = 1 << MARKED;
        /// Mask in the kind of an ACK: a release by the host, and not an ACK.
        count released = 1 << RELEASED;

        /// ACK queue offers an ACK or a release.
        input ack_offered;
        /// Flow of the ACK offered.
        input ack_flow[nic.flow_bits()];
        /// Kind of the ACK offered.
        input ack_kind[nic.ack_queue().kind_bits()];
        /// BECN queue offers a BECN.
        input becn_offered;
        /// Flow of the BECN offered.
        input becn_flow[nic.flow_bits()];
        /// Service level (SL) of the BECN offered, if there is a table.
        input becn_sl[SL_BITS];
        /// Rate limiter accepts an ACK.
        input limiter_ready;

        /// ACK leaves its queue, if one is offered.
        output ack_take;
        /// BECN leaves its queue, if one is offered.
        output becn_take;
        /// ACK for the rate limiter.
        output limiter_ack;
        /// Feedback to the rate control.
        master feedback: Feedback(nic);

        /// ACK is for the rate limiter and for the rate control.
        local both;
        /// ACK waits for nothing but the rate limiter.
        local clear;
    }
}

impl Logic for EventDispatch {
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = false;
        self.feedback.marked.next = true;
        self.feedback.flow.next = self.becn_flow.val();
        self.feedback.sl.next = self.becn_sl.val();
        if !self.has_table.val() {
            self.both.next =
                self.ack_offered.val() && (self.ack_kind.val() & self.released.val()) == 0;
            self.feedback.sl.next = 0.into();
            if self.both.val() {
                self.feedback.marked.next = (self.ack_kind.val() & self.marked.val()) != 0;
                self.feedback.flow.next = self.ack_flow.val();
            }
        }
        self.clear.next = !self.both.val() || self.feedback.ready.val();
        self.limiter_ack.next = self.ack_offered.val() && self.clear.val();
        self.ack_take.next = self.limiter_ready.val() && self.clear.val();
        self.feedback.valid.next = self.becn_offered.val();
        if self.both.val() {
            self.feedback.valid.next = self.limiter_ready.val();
        }
        self.becn_take.next = self.feedback.ready.val() && !self.both.val();
    }
}
