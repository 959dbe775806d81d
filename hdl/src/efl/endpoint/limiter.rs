//! The rate limiter, whose window opens with each start.

use crate::nic::{FlowLimiter, RateLimiter};
use crate::prelude::*;
use tailback_spec::efl::pace::WORD_BITS;
use tailback_spec::efl::Efl;
use tailback_spec::nic::response::IPD_BITS;

block! {
    /// Grants packets to flows at their intervals.
    ///
    /// The rate limiter is that of the NIC, with the cycles of an interval in place of beats. Its
    /// window of one packet opens after each start: the window of EFL is kept elsewhere.
    pub struct EflLimiter(efl: &Efl) as "tailback_efl_limiter" {
        /// There are several flows.
        choice is_shared = efl.flows() > 1;
        /// Packets that leave the window of the rate limiter.
        param one[1] = 1;

        /// Doorbell: a flow has a packet ready.
        input doorbell;
        /// Flow of the doorbell.
        input doorbell_flow[efl.flow_bits()];
        /// Start: a flow starts a packet.
        input start;
        /// Flow of the start.
        input start_flow[efl.flow_bits()];
        /// Interval of the packet in units of `delay` + 1 cycles; 0 if there is no packet after all.
        input start_words[WORD_BITS as usize];
        /// A further packet of the flow is ready behind the one that starts.
        input start_more;
        /// Inter-packet delay of the start raised last.
        input delay[IPD_BITS];
        /// Ready of the grant handshake.
        input grant_ready;
        /// Ready of the doorbell handshake.
        output doorbell_ready;
        /// Ready of the start handshake.
        output start_ready;
        /// Valid of the grant handshake: a flow is to start a packet.
        output grant;
        /// Flow granted last.
        output grant_flow[efl.flow_bits()];

        /// The delay of a packet is looked up.
        local look_up;
        /// Flow of that packet.
        local look_up_flow[efl.flow_bits()];
        /// The rate limiter accepts the opening of a window.
        local accepts;
        /// The window of a flow opens.
        reg opens;
        /// Flow of `opens`.
        reg opens_flow[efl.flow_bits()];
        /// Rate limiter of a single flow.
        optional(efl.flows() == 1) single: FlowLimiter = FlowLimiter::new(&efl.limiter());
        /// Rate limiter of many flows.
        optional(efl.flows() > 1) many: RateLimiter = RateLimiter::new(&efl.limiter());
    }
    connect {
        single: doorbell, doorbell_flow, start, start_flow, start_words, start_more, delay,
            grant_ready, doorbell_ready, start_ready, grant, grant_flow, ack = opens,
            ack_flow = opens_flow, ack_count = one;
        many: doorbell, doorbell_flow, start, start_flow, start_words, start_more, delay,
            grant_ready, doorbell_ready, start_ready, grant, grant_flow, ack = opens,
            ack_flow = opens_flow, ack_count = one;
    }
}

impl Logic for EflLimiter {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_shared.val() {
            self.look_up.next = self.many.look_up.val();
            self.look_up_flow.next = self.many.look_up_flow.val();
            self.accepts.next = self.many.ack_ready.val();
        } else {
            self.look_up.next = self.single.look_up.val();
            self.look_up_flow.next = self.single.look_up_flow.val();
            self.accepts.next = self.single.ack_ready.val();
        }
        if self.look_up.val() {
            self.opens.next = true;
            self.opens_flow.next = self.look_up_flow.val();
        } else if self.accepts.val() {
            self.opens.next = false;
        }
    }
}
