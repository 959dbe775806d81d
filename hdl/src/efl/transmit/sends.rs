//! Grants, and the packet that is sent next.

use super::sizes::{place_bits, slot_bits, slots, GROUP_BITS, NUMBER, SIZE_BITS};
use super::totals::PacketSize;
use crate::prelude::*;
use tailback_spec::efl::pace::WORD_BITS;
use tailback_spec::efl::Efl;

block! {
    /// Holds a grant until its flow is looked up, and then its packet (stage A) until the start is
    /// accepted and the frame begins.
    pub struct TransmitSends(efl: &Efl) as "tailback_efl_transmit_sends" {
        /// log2 of the window.
        count slot_bits = slot_bits(efl);

        /// Memories are being cleared.
        input sweeping;
        /// Phase 1 of a frame.
        input phase_1;
        /// Phase 2 of a frame.
        input phase_2;
        /// The limiter grants a packet.
        input grant;
        /// Flow of the grant.
        input grant_flow[efl.flow_bits()];
        /// The limiter accepts the start.
        input start_ready;
        /// Length of the interval of the packet, from phase 2 on.
        input words[WORD_BITS as usize];
        /// IPD of the packet, from phase 2 on.
        input ipd[8];
        /// An ACK acknowledges packets that were to be sent again, in phase 2.
        input acked_next;
        /// Flow of the ACK.
        input acked_flow[efl.flow_bits()];
        /// A packet of the host is accepted.
        input accepts;
        /// Flow of the packet of the host.
        input host_flow[efl.flow_bits()];
        /// Slot of the packet of the host.
        input host_slot[slot_bits(efl)];
        /// Slot behind that packet.
        input tail_more_low[slot_bits(efl)];
        /// Payload bytes of the packet of the host.
        input host_payload[SIZE_BITS];
        /// Packet to be sent next, in phase 4.
        input next_number[NUMBER];
        /// Packet after the last one ever sent, in phase 4, low bits.
        input high_low[slot_bits(efl)];
        /// Packet that the host fills next, in phase 4, low bits.
        input tail_low[slot_bits(efl)];
        /// First packet of the group, in phase 5.
        input first_number[NUMBER];
        /// Group, in phase 5.
        input group[GROUP_BITS];
        /// Frame of the packet begins.
        input leaves;
        /// In phase 3: the ACK of phase 2 changed the packet to be sent next of the flow.
        output next_passes;
        /// In phase 3: a packet of the host was accepted in phase 2 for the flow.
        output tail_passes;
        /// Slot behind that packet.
        output_reg passing_tail[slot_bits(efl)];
        /// No grant is held.
        output grant_ready;
        /// Flow of the grant that is held.
        output_reg held_flow[efl.flow_bits()];
        /// A packet is sent, in phase 4.
        output sent;
        /// Flow of the packet; 0 without one.
        output sent_flow[efl.flow_bits()];
        /// The packet is sent again.
        output sent_again;
        /// The packet is sent for the first time.
        output sent_new;
        /// Number behind the packet.
        output sent_number[NUMBER];
        /// Request of an interval, in phase 6; the outputs below are 0 without one.
        output request;
        /// Flow of the request.
        output request_flow[efl.flow_bits()];
        /// Group of the flow.
        output request_group[GROUP_BITS];
        /// Packets of the group before the packet.
        output request_sent[NUMBER];
        /// Bytes of the packet on the line.
        output request_size[SIZE_BITS];
        /// Start of the packet; the outputs below but `delay` are 0 without one.
        output_reg start;
        /// Flow of the start.
        output start_flow[efl.flow_bits()];
        /// Length of the interval; 0 if there is no packet.
        output start_words[WORD_BITS as usize];
        /// A further packet of the flow is ready.
        output start_more;
        /// IPD of the last packet.
        output delay[8];
        /// The packet may begin.
        output_reg is_ready;
        /// Flow of the packet.
        output_reg flow[efl.flow_bits()];
        /// Number of the packet.
        output_reg number[NUMBER];
        /// A further packet of the flow is ready.
        output_reg more;
        /// Payload bytes of the packet.
        output_reg payload[SIZE_BITS];

        /// Flow is looked up in this phase 2.
        local looks_up;
        /// Slot of that packet.
        local next_low[slot_bits(efl)];
        /// Slot behind the packet.
        local more_low[slot_bits(efl)];
        /// The flow has a packet.
        local has_now;
        /// Start is raised in this cycle.
        local raised;
        /// Stage A is empty from the next cycle on.
        local empties;
        /// Slot that is written.
        local write_place[place_bits(efl)];
        /// Slot that is read.
        local read_place[place_bits(efl)];
        /// Size of the packet.
        sub sizes: PacketSize = PacketSize::new(efl);
        /// A grant is held.
        reg held;
        /// One bit per cycle, from phase 3 on: the look-up of a flow in this frame.
        reg steps[4];
        /// ACK of phase 2 changed the packet to be sent next of the flow.
        reg next_changes;
        /// Packet of the host was accepted in phase 2 for the flow.
        reg tail_changes;
        /// Stage A is not empty.
        reg full;
        /// Stage A has been offered to limiter and frames.
        reg offered;
        /// Stage A has a packet.
        reg has;
        /// Packets of the group before the packet.
        reg group_sent[NUMBER];
        /// Group of the packet.
        reg group_now[GROUP_BITS];
        /// Payload bytes of each slot.
        memory(slots(efl)) payloads[SIZE_BITS];
    }
    connect {
        sizes: payload;
        payloads: write = accepts, write_address = write_place, write_data = host_payload,
            read_address = read_place;
    }
}

impl Logic for TransmitSends {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The grant");
        self.grant_ready.next = !self.held.val();
        self.looks_up.next =
            self.phase_2.val() && self.held.val() && !self.full.val() && !self.sweeping.val();
        self.steps.next = (self.steps.val() << 1).replace_bit(0, self.looks_up.val());
        if self.steps.val().get_bit(0) {
            self.held.next = false;
        } else if self.grant.val() && !self.held.val() {
            self.held.next = true;
            self.held_flow.next = self.grant_flow.val();
        }

        comment!("What changes in phase 2 is not in the memories yet.");
        if self.phase_2.val() {
            self.next_changes.next =
                self.acked_next.val() && self.acked_flow.val() == self.held_flow.val();
            self.tail_changes.next =
                self.accepts.val() && self.host_flow.val() == self.held_flow.val();
            self.passing_tail.next = self.tail_more_low.val();
        }
        self.next_passes.next = self.steps.val().get_bit(0) && self.next_changes.val();
        self.tail_passes.next = self.steps.val().get_bit(0) && self.tail_changes.val();
        self.next_low.next = self.next_number.val() >> 0;
        self.sent_number.next = self.next_number.val() + 1;
        self.more_low.next = self.next_low.val() + 1;
        self.has_now.next = self.next_low.val() != self.tail_low.val();
        self.sent.next = self.steps.val().get_bit(1) && self.has_now.val();
        self.sent_new.next = self.sent.val() && self.next_low.val() == self.high_low.val();
        self.sent_again.next = self.sent.val() && self.next_low.val() != self.high_low.val();
        self.sent_flow.next = 0.into();
        if self.sent.val() {
            self.sent_flow.next = self.flow.val();
        }

        comment!("The packet");
        if self.steps.val().get_bit(0) {
            self.flow.next = self.held_flow.val();
        }
        if self.steps.val().get_bit(1) {
            self.number.next = self.next_number.val();
            self.has.next = self.has_now.val();
            self.more.next = self.more_low.val() != self.tail_low.val();
        }
        if self.steps.val().get_bit(2) {
            self.group_sent.next = self.number.val() - self.first_number.val();
            self.group_now.next = self.group.val();
            self.payload.next = self.payloads.read_data.val();
        }
        self.payloads.read.next = true;
        self.write_place.next = self.host_flow.val();
        self.write_place.next =
            (self.write_place.val() << self.slot_bits.val()) | self.host_slot.val();
        self.read_place.next = self.flow.val();
        self.read_place.next =
            (self.read_place.val() << self.slot_bits.val()) | self.next_low.val();
        self.request.next = self.steps.val().get_bit(3) && self.has.val();
        self.request_flow.next = 0.into();
        self.request_group.next = 0.into();
        self.request_sent.next = 0.into();
        self.request_size.next = 0.into();
        if self.request.val() {
            self.request_flow.next = self.flow.val();
            self.request_group.next = self.group_now.val();
            self.request_sent.next = self.group_sent.val();
            self.request_size.next = self.sizes.size.val();
        }

        comment!("Start and frame");
        self.raised.next = self.phase_1.val() && self.full.val() && !self.offered.val();
        self.start.next = self.raised.val() || (self.start.val() && !self.start_ready.val());
        self.is_ready.next =
            (self.raised.val() && self.has.val()) || (self.is_ready.val() && !self.leaves.val());
        self.empties.next = self.offered.val()
            && (!self.start.val() || self.start_ready.val())
            && (!self.is_ready.val() || self.leaves.val());
        self.offered.next = (self.offered.val() || self.raised.val()) && !self.empties.val();
        self.full.next = self.steps.val().get_bit(0) || (self.full.val() && !self.empties.val());
        self.start_flow.next = 0.into();
        self.start_words.next = 0.into();
        if self.start.val() {
            self.start_flow.next = self.flow.val();
        }
        if self.start.val() && self.has.val() {
            self.start_words.next = self.words.val();
        }
        self.start_more.next = self.start.val() && self.has.val() && self.more.val();
        self.delay.next = self.ipd.val();
    }
}
