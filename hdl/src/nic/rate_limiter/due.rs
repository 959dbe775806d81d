//! The flows that wait for a grant.

use super::queue::FlowQueue;
use super::sizes::REST_BITS;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Queue of lists of due flows; the walker goes through the first list, flow by flow.
    ///
    /// A list that becomes due while there is no other goes to the walker at once; its first flow
    /// may still have to wait for some cycles.
    pub struct DueFlows(nic: &Nic) as "tailback_limiter_due" {
        /// Bit of a queue entry: the list is a single flow.
        count single_at = nic.flow_bits();

        /// High in phase 0.
        input at_0;
        /// High in phase 3.
        input at_3;
        /// A list becomes due; valid in phase 0.
        input many;
        /// First flow of the list that becomes due.
        input many_flow[nic.flow_bits()];
        /// A single flow becomes due; not in phase 0.
        input single;
        /// Single flow that becomes due.
        input single_flow[nic.flow_bits()];
        /// The walker's flow leaves its list; in phase 3.
        input steps;
        /// The walker's flow is the last of its list; ignored for a single flow.
        input is_last;
        /// Next flow of the walker's list.
        input follower[nic.flow_bits()];
        /// Cycle of its frame, 0 to 3, in which the walker's flow may start.
        input rest[REST_BITS];

        /// The walker has a list.
        output_reg walks;
        /// First flow of the walker's list.
        output_reg flow[nic.flow_bits()];
        /// Cycles, from the next frame on, for which the walker's flow must still wait.
        output pause[REST_BITS];

        /// A list that becomes due has to be queued.
        local waits;
        /// Queue entry: first flow of a list, and whether it is a single flow.
        local pushed[nic.flow_bits() + 1];
        /// Lists that wait for the walker.
        sub queue: FlowQueue = FlowQueue::new(nic, nic.flow_bits() + 1);
        /// The walker's list is a single flow.
        reg is_single;
        /// The walker's list became due in this frame, and was not queued.
        reg direct;
    }
    connect {
        queue: pushed, look = at_3;
    }
}

impl Logic for DueFlows {
    #[hdl_gen]
    fn update(&mut self) {
        self.pause.next = 0.into();
        if self.direct.val() {
            self.pause.next = self.rest.val();
        }

        self.waits.next = self.walks.val() || self.queue.some.val();
        self.queue.push.next = (self.many.val() && self.waits.val()) || self.single.val();
        self.pushed.next = self.many_flow.val();
        if !self.at_0.val() {
            self.pushed.next = self.single_flow.val();
            self.pushed.next = self.pushed.val().replace_bit(self.single_at.val(), true);
        }
        self.queue.pop.next = self.at_0.val() && !self.walks.val() && self.queue.some.val();

        comment!(
            "Memory is slow: the choice of a flow does not depend on whether there is a list."
        );
        if self.at_0.val() {
            self.direct.next = !self.waits.val();
        }
        if self.at_0.val() && !self.walks.val() {
            self.walks.next = self.queue.some.val() || self.many.val();
            self.flow.next = self.many_flow.val();
            self.is_single.next = false;
            if self.queue.some.val() {
                self.flow.next = self.queue.head.val() >> 0;
                self.is_single.next = self.queue.head.val().get_bit(self.single_at.val());
            }
        } else if self.steps.val() {
            self.walks.next = !self.is_single.val() && !self.is_last.val();
            self.flow.next = self.follower.val();
        }
    }
}
