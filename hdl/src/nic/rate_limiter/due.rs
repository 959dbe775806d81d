//! The flows that wait for their turn.

use super::queue::FlowQueue;
use super::sizes::REST_BITS;
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Has lists of flows that wait for their turn, and walks along the first of them.
    ///
    /// A list that comes when there is no other is walked along at once; its first flow may have to
    /// wait for some cycles yet.
    pub struct DueFlows(nic: &Nic) as "tailback_limiter_due" {
        /// Where a queued list says that it is a single flow.
        count single_at = nic.flow_bits();

        /// The phase is 0.
        input at_0;
        /// The phase is 3.
        input at_3;
        /// In phase 0: a list comes.
        input many;
        /// Its first flow.
        input many_flow[nic.flow_bits()];
        /// In another phase: a single flow comes.
        input single;
        /// That flow.
        input single_flow[nic.flow_bits()];
        /// In phase 3: the flow of the walker leaves its list.
        input steps;
        /// It is the last of its list, if that is not of a single flow.
        input is_last;
        /// The flow behind it.
        input follower[nic.flow_bits()];
        /// The cycle of its frame in which the flow may start.
        input rest[REST_BITS];

        /// There is a list to walk along.
        output walks;
        /// Its first flow.
        output flow[nic.flow_bits()];
        /// The cycles that it must wait for yet, from the next frame on.
        output pause[REST_BITS];

        /// A list that comes has to wait.
        local waits;
        /// A flow and that it is single.
        local pushed[nic.flow_bits() + 1];
        /// The lists.
        sub queue: FlowQueue = FlowQueue::new(nic, nic.flow_bits() + 1);
        /// There is a list to walk along.
        reg walking;
        /// Its first flow.
        reg walker[nic.flow_bits()];
        /// There is no other.
        reg is_single;
        /// The list has come just now.
        reg direct;
    }
}

impl Logic for DueFlows {
    #[hdl_gen]
    fn update(&mut self) {
        self.walks.next = self.walking.val();
        self.flow.next = self.walker.val();
        self.pause.next = 0.into();
        if self.direct.val() {
            self.pause.next = self.rest.val();
        }

        self.waits.next = self.walking.val() || self.queue.some.val();
        self.queue.push.next = (self.many.val() && self.waits.val()) || self.single.val();
        self.pushed.next = self.many_flow.val();
        if !self.at_0.val() {
            self.pushed.next = self.single_flow.val();
            self.pushed.next = self.pushed.val().replace_bit(self.single_at.val(), true);
        }
        self.queue.pushed.next = self.pushed.val();
        self.queue.look.next = self.at_3.val();
        self.queue.pop.next = self.at_0.val() && !self.walking.val() && self.queue.some.val();

        comment!(
            "Memory is slow, so what is the first flow does not wait for whether there is a list."
        );
        if self.at_0.val() {
            self.direct.next = !self.waits.val();
        }
        if self.at_0.val() && !self.walking.val() {
            self.walking.next = self.queue.some.val() || self.many.val();
            self.walker.next = self.many_flow.val();
            self.is_single.next = false;
            if self.queue.some.val() {
                self.walker.next = self.queue.head.val() >> 0;
                self.is_single.next = self.queue.head.val().get_bit(self.single_at.val());
            }
        } else if self.steps.val() {
            self.walking.next = !self.is_single.val() && !self.is_last.val();
            self.walker.next = self.follower.val();
        }
    }
}
