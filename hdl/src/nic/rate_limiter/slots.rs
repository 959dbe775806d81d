//! The flows that wait for their time, in a list for each frame.

use super::sizes::{slot_bits, REST_BITS};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Keeps a list of flows for each frame to come, and gives out that of one frame after the other.
    ///
    /// A list is linked from each flow to the next one. In phases 0 and 2 a flow may be put to the
    /// front of a list, in the phase after memory is told. In phase 3 the list of the frame after
    /// the next is looked up, and comes out in phase 0.
    pub struct FlowSlots(nic: &Nic) as "tailback_limiter_slots" {
        /// Bits of a flow's number.
        count flow_bits = nic.flow_bits();
        /// Where in a link it says that it is the last.
        count last_at = nic.flow_bits();
        /// Where in a link the rest begins.
        count rest_at = nic.flow_bits() + 1;

        /// Memory is being cleared.
        input clearing;
        /// The slot that is cleared.
        input cleared[slot_bits(nic)];
        /// The phase is 3.
        input at_3;
        /// In phase 3, the slot of the frame after the next.
        input due_slot[slot_bits(nic)];
        /// A flow is put into a slot.
        input put;
        /// Which slot.
        input slot[slot_bits(nic)];
        /// Which flow.
        input flow[nic.flow_bits()];
        /// The cycle of the frame in which it may start.
        input rest[REST_BITS];
        /// In phase 2: the flow whose successor is asked for.
        input asked[nic.flow_bits()];

        /// In phase 0: the list that is given out is not empty.
        output due;
        /// Its first flow.
        output first[nic.flow_bits()];
        /// In phase 3: the flow that was asked for is the last of its list.
        output is_last;
        /// The flow behind it.
        output follower[nic.flow_bits()];
        /// The cycle of its frame in which it may start.
        output rest_of[REST_BITS];

        /// The slot that is looked up.
        local looked_up[slot_bits(nic)];
        /// A list begins with a flow.
        local is_full;
        /// The front of a list.
        local front[nic.flow_bits()];
        /// A flow and that the list is not empty.
        local head[nic.flow_bits() + 1];
        /// What a flow is linked to.
        local link[nic.flow_bits() + 1 + REST_BITS];
        /// What is known of the flow behind the one that was asked for.
        local answer[nic.flow_bits() + 1 + REST_BITS];
        /// A list was looked up in order to be given out.
        reg gives;
        /// A flow is being put into a slot.
        reg puts;
        /// The slot.
        reg put_slot[slot_bits(nic)];
        /// The flow.
        reg put_flow[nic.flow_bits()];
        /// The cycle of the frame in which it may start.
        reg put_rest[REST_BITS];
        /// The front of each list: whether it has one, and which flow.
        memory(nic.slots()) heads[nic.flow_bits() + 1];
        /// For each flow: the one behind it, whether there is none, and its rest.
        memory(nic.flows()) links[nic.flow_bits() + 1 + REST_BITS];
    }
}

impl Logic for FlowSlots {
    #[hdl_gen]
    fn update(&mut self) {
        self.looked_up.next = self.slot.val();
        if self.at_3.val() {
            self.looked_up.next = self.due_slot.val();
        }
        self.heads.read.next = true;
        self.heads.read_address.next = self.looked_up.val();
        self.put_slot.next = self.looked_up.val();
        self.gives.next = self.at_3.val() && !self.clearing.val();
        self.puts.next = self.put.val();
        self.put_flow.next = self.flow.val();
        self.put_rest.next = self.rest.val();

        self.is_full.next = self.heads.read_data.val().get_bit(self.flow_bits.val());
        self.front.next = self.heads.read_data.val() >> 0;
        self.due.next = self.gives.val() && self.is_full.val();
        self.first.next = self.front.val();

        comment!("A list that is given out is empty from then on.");
        self.heads.write.next = self.gives.val() || self.puts.val() || self.clearing.val();
        self.heads.write_address.next = self.put_slot.val();
        self.head.next = 0.into();
        if self.puts.val() {
            self.head.next = self.put_flow.val();
            self.head.next = self.head.val().replace_bit(self.flow_bits.val(), true);
        }
        if self.clearing.val() {
            self.heads.write_address.next = self.cleared.val();
        }
        self.heads.write_data.next = self.head.val();

        self.link.next = self.put_rest.val();
        self.link.next = (self.link.val() << self.rest_at.val()) | self.front.val();
        self.link.next = self.link.val().replace_bit(self.last_at.val(), !self.is_full.val());
        self.links.write.next = self.puts.val();
        self.links.write_address.next = self.put_flow.val();
        self.links.write_data.next = self.link.val();
        self.links.read.next = true;
        self.links.read_address.next = self.asked.val();
        self.answer.next = self.links.read_data.val();
        self.follower.next = self.answer.val() >> 0;
        self.is_last.next = self.answer.val().get_bit(self.last_at.val());
        self.rest_of.next = self.answer.val() >> self.rest_at.val();
    }
}
