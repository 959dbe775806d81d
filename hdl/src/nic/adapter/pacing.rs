//! When packets of flows may start, and the ACKs and BECNs that wait to change it.

use super::{EventDispatch, NicLimiter};
use crate::comment;
use crate::nic::EventQueue;
use crate::prelude::*;
use tailback_spec::nic::queue::{COUNT, MARKED, RELEASED};
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Grants packets to flows; ACKs and BECNs that come wait here for their turn.
    pub struct NicPacing(nic: &Nic) as "tailback_nic_pacing" {
        /// There is a congestion control table.
        choice has_table = nic.has_table();
        /// The bit that says that an ACK is marked.
        count marked_bit = MARKED;
        /// The bit that says that it is none: the host has given a packet up.
        count released_bit = RELEASED;
        /// The lowest bit of how many packets it acknowledges.
        count count_bit = COUNT;

        /// A flow has a packet ready.
        input doorbell;
        /// Which one.
        input doorbell_flow[nic.flow_bits()];
        /// A flow starts a packet.
        input start;
        /// Which one.
        input start_flow[nic.flow_bits()];
        /// Words of the packet, or 0 if there is none after all.
        input start_words[nic.word_bits()];
        /// There is a further packet behind it.
        input start_more;
        /// The grant is taken.
        input grant_ready;
        /// Packets are acknowledged or released.
        input ack;
        /// Flow of those packets.
        input ack_flow[nic.flow_bits()];
        /// How many they are.
        input ack_count[nic.window_bits()];
        /// The ACK has BECN.
        input ack_marked;
        /// A packet is released.
        input ack_released;
        /// A BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// On this service level (SL).
        input becn_sl[SL_BITS];
        /// SLs whose settings count.
        input control_map[Nic::SERVICE_LEVELS];
        /// In the third cycle after a look-up: the flow's inter-packet delay (IPD), or its entry of
        /// the congestion control table.
        input delay[nic.delay_bits()];
        /// What sets rates takes feedback.
        input feedback_ready;

        /// The doorbell is taken.
        output doorbell_ready;
        /// A start is taken.
        output start_ready;
        /// The delay of a flow is wanted.
        output look_up;
        /// The flow of the start decided last.
        output look_up_flow[nic.flow_bits()];
        /// That start was legal, and the flow had been idle.
        output look_up_fresh;
        /// A start was not legal.
        output start_ignored;
        /// It is reported for how long a packet was delayed.
        output delayed;
        /// Flow of that packet.
        output delayed_flow[nic.flow_bits()];
        /// Cycles for which it was delayed.
        output delayed_cycles[nic.delayed_bits()];
        /// A flow is to start a packet.
        output grant;
        /// The flow granted last.
        output grant_flow[nic.flow_bits()];
        /// A BECN finds no room.
        output becn_lost;
        /// What sets rates gets feedback.
        output feedback;
        /// Its flow.
        output feedback_flow[nic.flow_bits()];
        /// It is a BECN, or a marked ACK.
        output feedback_marked;
        /// Its SL, if there is a table.
        output feedback_sl[SL_BITS];

        /// The kind of the ACK that comes, or of the release.
        local ack_kind[nic.ack_queue().kind_bits()];
        /// Packets that the ACK which is offered acknowledges.
        local offered_count[nic.window_bits()];
        /// A BECN is put into the queue.
        local becn_put;
        /// Grants.
        sub limiter: NicLimiter = NicLimiter::new(nic);
        /// ACKs that wait.
        sub acks: EventQueue = EventQueue::new(&nic.ack_queue());
        /// BECNs that wait.
        sub becns: EventQueue = EventQueue::new(&nic.becn_queue());
        /// Who gets them.
        sub dispatch: EventDispatch = EventDispatch::new(nic);
    }
}

impl Logic for NicPacing {
    #[hdl_gen]
    fn update(&mut self) {
        self.limiter.doorbell.next = self.doorbell.val();
        self.limiter.doorbell_flow.next = self.doorbell_flow.val();
        self.limiter.start.next = self.start.val();
        self.limiter.start_flow.next = self.start_flow.val();
        self.limiter.start_words.next = self.start_words.val();
        self.limiter.start_more.next = self.start_more.val();
        self.limiter.ack.next = self.dispatch.limiter_ack.val();
        self.limiter.ack_flow.next = self.acks.flow.val();
        self.offered_count.next = self.acks.kind.val() >> self.count_bit.val();
        self.limiter.ack_count.next = self.offered_count.val();
        self.limiter.delay.next = self.delay.val();
        self.limiter.grant_ready.next = self.grant_ready.val();
        self.doorbell_ready.next = self.limiter.doorbell_ready.val();
        self.start_ready.next = self.limiter.start_ready.val();
        self.look_up.next = self.limiter.look_up.val();
        self.look_up_flow.next = self.limiter.look_up_flow.val();
        self.look_up_fresh.next = self.limiter.look_up_fresh.val();
        self.start_ignored.next = self.limiter.start_ignored.val();
        self.delayed.next = self.limiter.delayed.val();
        self.delayed_flow.next = self.limiter.delayed_flow.val();
        self.delayed_cycles.next = self.limiter.delayed_cycles.val();
        self.grant.next = self.limiter.grant.val();
        self.grant_flow.next = self.limiter.grant_flow.val();

        comment!("The queue has an entry for each packet in flight, so it is never full.");
        self.acks.put.next = self.ack.val();
        self.acks.put_flow.next = self.ack_flow.val();
        self.ack_kind.next = self.ack_count.val();
        self.ack_kind.next = self.ack_kind.val() << self.count_bit.val();
        self.ack_kind.next =
            self.ack_kind.val().replace_bit(self.marked_bit.val(), self.ack_marked.val());
        self.ack_kind.next =
            self.ack_kind.val().replace_bit(self.released_bit.val(), self.ack_released.val());
        self.acks.put_kind.next = self.ack_kind.val();

        if self.has_table.val() {
            self.becn_put.next =
                self.becn.val() && self.control_map.val().get_bit(self.becn_sl.val().index());
            self.becns.put_kind.next = self.becn_sl.val();
        } else {
            self.becn_put.next = self.becn.val() && (!self.ack.val() || self.ack_released.val());
            self.becns.put_kind.next = 0.into();
        }
        self.becns.put.next = self.becn_put.val();
        self.becns.put_flow.next = self.becn_flow.val();
        self.becn_lost.next = self.becn_put.val() && self.becns.full.val();

        self.dispatch.ack_offered.next = self.acks.offered.val();
        self.dispatch.ack_flow.next = self.acks.flow.val();
        self.dispatch.ack_kind.next = self.acks.kind.val();
        self.dispatch.becn_offered.next = self.becns.offered.val();
        self.dispatch.becn_flow.next = self.becns.flow.val();
        self.dispatch.becn_sl.next = self.becns.kind.val();
        self.dispatch.limiter_ready.next = self.limiter.ack_ready.val();
        self.dispatch.feedback_ready.next = self.feedback_ready.val();
        self.acks.take.next = self.dispatch.ack_take.val();
        self.becns.take.next = self.dispatch.becn_take.val();
        self.feedback.next = self.dispatch.feedback.val();
        self.feedback_flow.next = self.dispatch.feedback_flow.val();
        self.feedback_marked.next = self.dispatch.feedback_marked.val();
        self.feedback_sl.next = self.dispatch.feedback_sl.val();
    }
}
