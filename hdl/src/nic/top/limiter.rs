//! The rate limiter of a single flow, or of many.

use crate::nic::{FlowLimiter, RateLimiter};
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Selects the rate limiter by the number of flows; it decides which flow may start a packet.
    pub struct NicLimiter(nic: &Nic) as "tailback_nic_limiter" {
        /// There is a single flow.
        choice is_single = nic.flows() == 1;

        /// Doorbell: a flow has a packet ready.
        input doorbell;
        /// Flow of the doorbell.
        input doorbell_flow[nic.flow_bits()];
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
        /// Delay of the look-up three cycles ago: inter-packet delay (IPD), or entry of the
        /// congestion control table.
        input delay[nic.delay_bits()];
        /// Grant is accepted.
        input grant_ready;

        /// Doorbell is accepted.
        output doorbell_ready;
        /// Start is accepted.
        output start_ready;
        /// ACK is accepted.
        output ack_ready;
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
        /// Grant: a flow may start one packet.
        output grant;
        /// Flow granted last.
        output grant_flow[nic.flow_bits()];

        /// Rate limiter of a single flow.
        optional(nic.flows() == 1) single: FlowLimiter = FlowLimiter::new(nic);
        /// Rate limiter of many flows.
        optional(nic.flows() > 1) many: RateLimiter = RateLimiter::new(nic);
    }
}

impl Logic for NicLimiter {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_single.val() {
            self.single.doorbell.next = self.doorbell.val();
            self.single.doorbell_flow.next = self.doorbell_flow.val();
            self.single.start.next = self.start.val();
            self.single.start_flow.next = self.start_flow.val();
            self.single.start_words.next = self.start_words.val();
            self.single.start_more.next = self.start_more.val();
            self.single.ack.next = self.ack.val();
            self.single.ack_flow.next = self.ack_flow.val();
            self.single.ack_count.next = self.ack_count.val();
            self.single.delay.next = self.delay.val();
            self.single.grant_ready.next = self.grant_ready.val();
            self.doorbell_ready.next = self.single.doorbell_ready.val();
            self.start_ready.next = self.single.start_ready.val();
            self.ack_ready.next = self.single.ack_ready.val();
            self.look_up.next = self.single.look_up.val();
            self.look_up_flow.next = self.single.look_up_flow.val();
            self.look_up_fresh.next = self.single.look_up_fresh.val();
            self.start_ignored.next = self.single.start_ignored.val();
            self.delayed.next = self.single.delayed.val();
            self.delayed_flow.next = self.single.delayed_flow.val();
            self.delayed_cycles.next = self.single.delayed_cycles.val();
            self.grant.next = self.single.grant.val();
            self.grant_flow.next = self.single.grant_flow.val();
        } else {
            self.many.doorbell.next = self.doorbell.val();
            self.many.doorbell_flow.next = self.doorbell_flow.val();
            self.many.start.next = self.start.val();
            self.many.start_flow.next = self.start_flow.val();
            self.many.start_words.next = self.start_words.val();
            self.many.start_more.next = self.start_more.val();
            self.many.ack.next = self.ack.val();
            self.many.ack_flow.next = self.ack_flow.val();
            self.many.ack_count.next = self.ack_count.val();
            self.many.delay.next = self.delay.val();
            self.many.grant_ready.next = self.grant_ready.val();
            self.doorbell_ready.next = self.many.doorbell_ready.val();
            self.start_ready.next = self.many.start_ready.val();
            self.ack_ready.next = self.many.ack_ready.val();
            self.look_up.next = self.many.look_up.val();
            self.look_up_flow.next = self.many.look_up_flow.val();
            self.look_up_fresh.next = self.many.look_up_fresh.val();
            self.start_ignored.next = self.many.start_ignored.val();
            self.delayed.next = self.many.delayed.val();
            self.delayed_flow.next = self.many.delayed_flow.val();
            self.delayed_cycles.next = self.many.delayed_cycles.val();
            self.grant.next = self.many.grant.val();
            self.grant_flow.next = self.many.grant_flow.val();
        }
    }
}
