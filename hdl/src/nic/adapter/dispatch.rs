//! Who gets the ACKs and BECNs that wait.

use crate::prelude::*;
use tailback_spec::nic::queue::{MARKED, RELEASED};
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Brings ACKs to the rate limiter, and what sets rates its feedback: BECNs, and ACKs if there is
    /// no congestion control table.
    ///
    /// An ACK then opens the window by all packets that it acknowledges, and changes the rate once, in
    /// the same cycle; BECNs wait meanwhile.
    pub struct EventDispatch(nic: &Nic) as "tailback_nic_dispatch" {
        /// There is a congestion control table.
        choice has_table = nic.has_table();
        /// Of the kind of an ACK, the bit that says that it is marked.
        count marked = 1 << MARKED;
        /// That which says that it is none: the host has given a packet up.
        count released = 1 << RELEASED;

        /// There is an ACK.
        input ack_offered;
        /// Its flow.
        input ack_flow[nic.flow_bits()];
        /// Its kind.
        input ack_kind[nic.ack_queue().kind_bits()];
        /// There is a BECN.
        input becn_offered;
        /// Its flow.
        input becn_flow[nic.flow_bits()];
        /// Its service level (SL), if there is a table.
        input becn_sl[SL_BITS];
        /// The limiter takes an ACK.
        input limiter_ready;
        /// What sets rates takes feedback.
        input feedback_ready;

        /// The ACK leaves.
        output ack_take;
        /// The BECN leaves.
        output becn_take;
        /// The limiter gets the ACK.
        output limiter_ack;
        /// What sets rates gets feedback.
        output feedback;
        /// Its flow.
        output feedback_flow[nic.flow_bits()];
        /// It is a BECN, or a marked ACK.
        output feedback_marked;
        /// Its SL, if there is a table.
        output feedback_sl[SL_BITS];

        /// The ACK is for both of them.
        local both;
        /// It waits for none but the limiter.
        local clear;
    }
}

impl Logic for EventDispatch {
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = false;
        self.feedback_marked.next = true;
        self.feedback_flow.next = self.becn_flow.val();
        self.feedback_sl.next = self.becn_sl.val();
        if !self.has_table.val() {
            self.both.next =
                self.ack_offered.val() && (self.ack_kind.val() & self.released.val()) == 0;
            self.feedback_sl.next = 0.into();
            if self.both.val() {
                self.feedback_marked.next = (self.ack_kind.val() & self.marked.val()) != 0;
                self.feedback_flow.next = self.ack_flow.val();
            }
        }
        self.clear.next = !self.both.val() || self.feedback_ready.val();
        self.limiter_ack.next = self.ack_offered.val() && self.clear.val();
        self.ack_take.next = self.limiter_ready.val() && self.clear.val();
        self.feedback.next = self.becn_offered.val();
        if self.both.val() {
            self.feedback.next = self.limiter_ready.val();
        }
        self.becn_take.next = self.feedback_ready.val() && !self.both.val();
    }
}
