//! The rate limiter, and the queues of ACKs and BECNs in front of it.

use super::EventDispatch;
use crate::interface::{AxiStream, Feedback, StreamSignals};
use crate::nic::{EventQueue, FlowLimiter, RateLimiter};
use crate::prelude::*;
use tailback_spec::nic::queue::{COUNT, MARKED, RELEASED};
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Grants packets to flows, and queues ACKs and BECNs for rate limiter and rate control.
    pub struct NicPacing(nic: &Nic) as "tailback_nic_pacing" {
        /// There is a congestion control table.
        choice has_table = nic.has_table();
        /// Bit in the kind of an ACK: the ACK is marked.
        count marked_bit = MARKED;
        /// Bit in the kind of an ACK: a release by the host, and not an ACK.
        count released_bit = RELEASED;
        /// Lowest bit of the number of packets acknowledged, in the kind of an ACK.
        count count_bit = COUNT;

        /// Doorbells: the flow has a packet ready.
        slave doorbell: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Grants: the flow may start one packet.
        master grant: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Start of a packet.
        input start;
        /// Flow of the start.
        input start_flow[nic.flow_bits()];
        /// Beats of the packet; 0 if the grant is returned without a packet.
        input start_words[nic.word_bits()];
        /// Another packet of the flow is ready behind the one that starts.
        input start_more;
        /// Packets of a flow are acknowledged or released.
        input ack;
        /// Flow of the packets acknowledged or released.
        input ack_flow[nic.flow_bits()];
        /// Number of packets acknowledged or released.
        input ack_count[nic.window_bits()];
        /// ACK has BECN.
        input ack_marked;
        /// Event of `ack` is a release.
        input ack_released;
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// Service level (SL) of the packet with the BECN.
        input becn_sl[SL_BITS];
        /// One bit per SL: congestion control is enabled.
        input control_map[Nic::SERVICE_LEVELS];
        /// Delay of the look-up three cycles ago: inter-packet delay (IPD), or entry of the
        /// congestion control table.
        input delay[nic.delay_bits()];
        /// Feedback to the rate control.
        master feedback: Feedback(nic);

        /// Start is accepted.
        output start_ready;
        /// Look-up of the delay of a flow, whose start was legal.
        output look_up;
        /// Flow of the start decided last.
        output look_up_flow[nic.flow_bits()];
        /// Start decided last was legal, and its flow had been idle.
        output look_up_fresh;
        /// Start was not legal, and is ignored.
        output start_ignored;
        /// Throttle report of a packet that has started.
        output delayed;
        /// Flow of the throttle report.
        output delayed_flow[nic.flow_bits()];
        /// Cycles for which the packet of the throttle report was throttled.
        output delayed_cycles[nic.delayed_bits()];
        /// BECN dropped: its queue is full.
        output becn_lost;

        /// Kind of the ACK or release to be queued.
        local ack_kind[nic.ack_queue().kind_bits()];
        /// Packets acknowledged by the ACK at the head of its queue.
        local offered_count[nic.window_bits()];
        /// BECN is to be queued.
        local becn_put;
        /// Rate limiter of a single flow.
        optional(nic.flows() == 1) single: FlowLimiter = FlowLimiter::new(nic);
        /// Rate limiter of many flows.
        optional(nic.flows() > 1) many: RateLimiter = RateLimiter::new(nic);
        /// Queue of ACKs and releases. It has an entry for each packet in flight, so it is never full.
        sub acks: EventQueue = EventQueue::new(&nic.ack_queue());
        /// Queue of BECNs.
        sub becns: EventQueue = EventQueue::new(&nic.becn_queue());
        /// Distribution of queued ACKs and BECNs.
        sub dispatch: EventDispatch = EventDispatch::new(nic);
    }
    connect {
        single: doorbell = doorbell.tvalid, doorbell_flow = doorbell.tdata,
            doorbell_ready = doorbell.tready, start, start_flow, start_words, start_more,
            start_ready, start_ignored, ack_count = offered_count, look_up, look_up_flow,
            look_up_fresh, delay, delayed, delayed_flow, delayed_cycles, grant = grant.tvalid,
            grant_flow = grant.tdata, grant_ready = grant.tready;
        single, acks: ack_flow = flow;
        single, dispatch: ack = limiter_ack, ack_ready = limiter_ready;
        many: doorbell = doorbell.tvalid, doorbell_flow = doorbell.tdata,
            doorbell_ready = doorbell.tready, start, start_flow, start_words, start_more,
            start_ready, start_ignored, ack_count = offered_count, look_up, look_up_flow,
            look_up_fresh, delay, delayed, delayed_flow, delayed_cycles, grant = grant.tvalid,
            grant_flow = grant.tdata, grant_ready = grant.tready;
        many, acks: ack_flow = flow;
        many, dispatch: ack = limiter_ack, ack_ready = limiter_ready;
        acks: put = ack, put_flow = ack_flow, put_kind = ack_kind;
        acks, dispatch: offered = ack_offered, flow = ack_flow, kind = ack_kind;
        becns: put = becn_put, put_flow = becn_flow;
        becns, dispatch: offered = becn_offered, flow = becn_flow, kind = becn_sl;
        dispatch: feedback;
        dispatch, acks: ack_take = take;
        dispatch, becns: becn_take = take;
    }
}

impl Logic for NicPacing {
    #[hdl_gen]
    fn update(&mut self) {
        self.offered_count.next = self.acks.kind.val() >> self.count_bit.val();

        self.ack_kind.next = self.ack_count.val();
        self.ack_kind.next = self.ack_kind.val() << self.count_bit.val();
        self.ack_kind.next =
            self.ack_kind.val().replace_bit(self.marked_bit.val(), self.ack_marked.val());
        self.ack_kind.next =
            self.ack_kind.val().replace_bit(self.released_bit.val(), self.ack_released.val());

        if self.has_table.val() {
            self.becn_put.next =
                self.becn.val() && self.control_map.val().get_bit(self.becn_sl.val().index());
            self.becns.put_kind.next = self.becn_sl.val();
        } else {
            self.becn_put.next = self.becn.val() && (!self.ack.val() || self.ack_released.val());
            self.becns.put_kind.next = 0.into();
        }
        self.becn_lost.next = self.becn_put.val() && self.becns.full.val();
    }
}
