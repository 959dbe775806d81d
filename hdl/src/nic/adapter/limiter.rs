//! The rate limiter of a single flow, or of many.

use crate::nic::{FlowLimiter, RateLimiter};
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Says which flow may start a packet, and when, by the limiter for so many flows.
    pub struct NicLimiter(nic: &Nic) as "tailback_nic_limiter" {
        /// There is a single flow.
        choice is_single = nic.flows() == 1;

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
        /// Packets have arrived.
        input ack;
        /// Their flow.
        input ack_flow[nic.flow_bits()];
        /// How many they are.
        input ack_count[nic.window_bits()];
        /// In the third cycle after a look-up: the flow's inter-packet delay (IPD), or its entry of
        /// the congestion control table.
        input delay[nic.delay_bits()];
        /// The grant is taken.
        input grant_ready;

        /// A doorbell is taken.
        output doorbell_ready;
        /// A start is taken.
        output start_ready;
        /// An ACK is taken.
        output ack_ready;
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

        /// That of a single flow.
        optional(nic.flows() == 1) single: FlowLimiter = FlowLimiter::new(nic);
        /// That of many.
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
