//! The rate limiter: decides the flows that may start a packet, and their times (INFOCOM'03 §III,
//! IBA annex A10).
//!
//! The two forms, for many flows and for a single one, share the arithmetic of the schedule.

mod many_flows;
mod one_flow;
pub(crate) mod schedule;
#[cfg(test)]
mod tests;
mod told;

use crate::Golden;
use many_flows::ManyFlows;
use one_flow::OneFlow;
use tailback_spec::{nic::Nic, port_values};

port_values! {
    /// Events of one cycle, and the delay that was looked up.
    pub struct RateLimiterInputs {
        /// Doorbell: a flow has a packet ready.
        pub doorbell: bool,
        /// Flow of the doorbell.
        pub doorbell_flow: u64,
        /// A flow starts a packet.
        pub start: bool,
        /// Flow of the start.
        pub start_flow: u64,
        /// Beats of the packet; 0: there is none after all.
        pub start_words: u64,
        /// A further packet of the flow is ready.
        pub start_more: bool,
        /// Packets are acknowledged.
        pub ack: bool,
        /// Flow of the acknowledged packets.
        pub ack_flow: u64,
        /// Number of acknowledged packets.
        pub ack_count: u64,
        /// Result of the look-up three cycles ago: the IPD, or the shift above the multiplier.
        pub delay: u64,
        /// Grant ready.
        pub grant_ready: bool,
    }
}

port_values! {
    /// Acceptance of events, errors, and grants.
    pub struct RateLimiterOutputs {
        /// Ready for a doorbell.
        pub doorbell_ready: bool,
        /// Ready for a start.
        pub start_ready: bool,
        /// Ready for an ACK.
        pub ack_ready: bool,
        /// Looks up the delay of a flow.
        pub look_up: bool,
        /// Flow of the start decided last.
        pub look_up_flow: u64,
        /// The start decided last was legal, and its flow had been idle.
        pub look_up_fresh: bool,
        /// A start was not legal.
        pub start_ignored: bool,
        /// An ACK was for no packet, or for more than were in flight.
        pub ack_ignored: bool,
        /// The delay of a packet is reported.
        pub delayed: bool,
        /// Flow of the delayed packet.
        pub delayed_flow: u64,
        /// Cycles by which the packet was delayed.
        pub delayed_cycles: u64,
        /// Grant: a flow is to start a packet.
        pub grant: bool,
        /// Flow granted last.
        pub grant_flow: u64,
    }
}

/// Start of a packet by the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Start {
    flow: usize,
    words: u64,
    more: bool,
}

/// Acknowledged packets of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ack {
    flow: usize,
    packets: u32,
}

impl Ack {
    /// Whether the ACK is possible with so many packets in flight.
    fn is_legal(self, in_flight: u32) -> bool {
        (1..=in_flight).contains(&self.packets)
    }
}

impl RateLimiterInputs {
    /// Flow of the doorbell, if it rings.
    #[inline]
    fn doorbell(&self) -> Option<usize> {
        self.doorbell.then_some(self.doorbell_flow as usize)
    }

    /// Packet that starts, if there is one.
    #[inline]
    fn start(&self) -> Option<Start> {
        let (flow, words) = (self.start_flow as usize, self.start_words);
        self.start.then_some(Start { flow, words, more: self.start_more })
    }

    /// Acknowledged packets, if there are any.
    #[inline]
    fn ack(&self) -> Option<Ack> {
        let (flow, packets) = (self.ack_flow as usize, self.ack_count as u32);
        self.ack.then_some(Ack { flow, packets })
    }
}

/// The rate limiter of a NIC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RateLimiter {
    /// The form for two flows or more.
    Many(Box<ManyFlows>),
    /// The form for a single flow.
    One(OneFlow),
}

impl RateLimiter {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        match nic.flows() {
            1 => RateLimiter::One(OneFlow::new(nic)),
            _ => RateLimiter::Many(Box::new(ManyFlows::new(nic))),
        }
    }
}

impl RateLimiter {
    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut RateLimiterOutputs) {
        match self {
            RateLimiter::Many(flows) => flows.show(outputs),
            RateLimiter::One(flow) => flow.show(outputs),
        }
    }
}

impl Golden for RateLimiter {
    type Inputs = RateLimiterInputs;
    type Outputs = RateLimiterOutputs;

    #[inline]
    fn step(&mut self, inputs: &RateLimiterInputs, outputs: &mut RateLimiterOutputs) {
        match self {
            RateLimiter::Many(flows) => flows.step(inputs, outputs),
            RateLimiter::One(flow) => flow.step(inputs, outputs),
        }
    }

    fn reset(&mut self) {
        match self {
            RateLimiter::Many(flows) => flows.reset(),
            RateLimiter::One(flow) => flow.reset(),
        }
    }
}
