//! The flows that wait for their schedule, in one list per frame.

use super::sizes::{slot_bits, REST_BITS};
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// List of flows for each coming frame; delivers the list of one frame after the other.
    ///
    /// Each flow of a list links to the next one. In phases 0 and 2 a flow may be put to the front
    /// of a list; memory is written in the cycle after that. In phase 3 the list of the frame after
    /// the next is read; `due` and `first` report it in phase 0.
    pub struct FlowSlots(nic: &Nic) as "tailback_limiter_slots" {
        /// Bits of a flow number.
        count flow_bits = nic.flow_bits();
        /// Bit of a link: the flow is the last of its list.
        count last_at = nic.flow_bits();
        /// Lowest bit of the rest in a link: the cycle of its frame in which the flow may start.
        count rest_at = nic.flow_bits() + 1;

        /// High while the memory is cleared after reset.
        input clearing;
        /// Slot that is cleared.
        input cleared[slot_bits(nic)];
        /// High in phase 3.
        input at_3;
        /// Slot of the frame after the next; valid in phase 3.
        input due_slot[slot_bits(nic)];
        /// A flow is put into a slot.
        input put;
        /// Slot into which the flow is put.
        input slot[slot_bits(nic)];
        /// Flow that is put into the slot.
        input flow[nic.flow_bits()];
        /// Cycle of the slot's frame, 0 to 3, in which the flow that is put may start.
        input rest[REST_BITS];
        /// Flow whose link is read; valid in phase 2.
        input asked[nic.flow_bits()];

        /// The list that becomes due is not empty; valid in phase 0.
        output due;
        /// First flow of the list that becomes due.
        output first[nic.flow_bits()];
        /// The flow in `asked` of the cycle before is the last of its list; valid in phase 3.
        output is_last;
        /// Next flow of the list behind the one in `asked` of the cycle before; valid in phase 3.
        output follower[nic.flow_bits()];
        /// Cycle of its frame, 0 to 3, in which the flow in `asked` of the cycle before may start.
        output rest_of[REST_BITS];

        /// Slot whose list is read.
        local looked_up[slot_bits(nic)];
        /// The list that was read is not empty.
        local is_full;
        /// First flow of the list that was read.
        local front[nic.flow_bits()];
        /// List memory write data: first flow, and whether the list is not empty.
        local head[nic.flow_bits() + 1];
        /// Link memory write data.
        local link[nic.flow_bits() + 1 + REST_BITS];
        /// Link of the flow in `asked` of the cycle before.
        local answer[nic.flow_bits() + 1 + REST_BITS];
        /// The list that was read becomes due.
        reg gives;
        /// A flow is being put into a slot.
        reg puts;
        /// Slot whose list was read in the cycle before.
        reg put_slot[slot_bits(nic)];
        /// Flow that is being put into a slot.
        reg put_flow[nic.flow_bits()];
        /// Cycle of the slot's frame, 0 to 3, in which the flow that is being put may start.
        reg put_rest[REST_BITS];
        /// First flow of each list, and whether there is one.
        memory(nic.slots()) heads[nic.flow_bits() + 1];
        /// Link of each flow: next flow, whether there is none, and the flow's own rest.
        memory(nic.flows()) links[nic.flow_bits() + 1 + REST_BITS];
    }
    connect {
        heads: read_address = looked_up, write_data = head;
        links: write = puts, write_address = put_flow, write_data = link, read_address = asked,
            read_data = answer;
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
        self.put_slot.next = self.looked_up.val();
        self.gives.next = self.at_3.val() && !self.clearing.val();
        self.puts.next = self.put.val();
        self.put_flow.next = self.flow.val();
        self.put_rest.next = self.rest.val();

        self.is_full.next = self.heads.read_data.val().get_bit(self.flow_bits.val());
        self.front.next = self.heads.read_data.val() >> 0;
        self.due.next = self.gives.val() && self.is_full.val();
        self.first.next = self.front.val();

        comment!("A list that becomes due is empty from then on.");
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

        self.link.next = self.put_rest.val();
        self.link.next = (self.link.val() << self.rest_at.val()) | self.front.val();
        self.link.next = self.link.val().replace_bit(self.last_at.val(), !self.is_full.val());
        self.links.read.next = true;
        self.follower.next = self.answer.val() >> 0;
        self.is_last.next = self.answer.val().get_bit(self.last_at.val());
        self.rest_of.next = self.answer.val() >> self.rest_at.val();
    }
}
