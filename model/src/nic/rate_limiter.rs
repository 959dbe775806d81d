//! The rate limiter: which flow may start a packet, and when (INFOCOM'03 §III, IBA annex A10).
//!
//! Its two forms, for many flows and for a single one, share the arithmetic of the schedule.

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
    /// Events of one cycle, and what is looked up.
    pub struct RateLimiterInputs {
        /// A flow has a packet ready.
        pub doorbell: bool,
        /// Which one.
        pub doorbell_flow: u64,
        /// A flow starts a packet.
        pub start: bool,
        /// Which one.
        pub start_flow: u64,
        /// Words of the packet; 0: there is none after all.
        pub start_words: u64,
        /// There is a further packet behind it.
        pub start_more: bool,
        /// Packets have arrived.
        pub ack: bool,
        /// Their flow.
        pub ack_flow: u64,
        /// How many they are.
        pub ack_count: u64,
        /// In the third cycle after a look-up: the IPD, or the shift above the multiplier.
        pub delay: u64,
        /// The grant is taken.
        pub grant_ready: bool,
    }
}

port_values! {
    /// Which events are taken, what was wrong with them, and who may start a packet.
    pub struct RateLimiterOutputs {
        /// A doorbell is taken.
        pub doorbell_ready: bool,
        /// A start is taken.
        pub start_ready: bool,
        /// An ACK is taken.
        pub ack_ready: bool,
        /// The delay of a flow is wanted.
        pub look_up: bool,
        /// The flow of the start decided last.
        pub look_up_flow: u64,
        /// That start was legal, and the flow had been idle.
        pub look_up_fresh: bool,
        /// A start was not legal.
        pub start_ignored: bool,
        /// An ACK was for no packet, or for more than were in flight.
        pub ack_ignored: bool,
        /// It is reported for how long a packet was delayed.
        pub delayed: bool,
        /// Flow of that packet.
        pub delayed_flow: u64,
        /// Cycles for which it was delayed.
        pub delayed_cycles: u64,
        /// A flow is to start a packet.
        pub grant: bool,
        /// The flow granted last.
        pub grant_flow: u64,
    }
}

/// What a host says of a packet that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Start {
    flow: usize,
    words: u64,
    more: bool,
}

/// Packets of a flow that have arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ack {
    flow: usize,
    packets: u32,
}

impl Ack {
    /// Whether that can be, with so many packets in flight.
    fn is_legal(self, in_flight: u32) -> bool {
        (1..=in_flight).contains(&self.packets)
    }
}

impl RateLimiterInputs {
    /// The flow that has a packet ready.
    #[inline]
    fn doorbell(&self) -> Option<usize> {
        self.doorbell.then_some(self.doorbell_flow as usize)
    }

    /// The packet that starts.
    #[inline]
    fn start(&self) -> Option<Start> {
        let (flow, words) = (self.start_flow as usize, self.start_words);
        self.start.then_some(Start { flow, words, more: self.start_more })
    }

    /// The packets that have arrived.
    #[inline]
    fn ack(&self) -> Option<Ack> {
        let (flow, packets) = (self.ack_flow as usize, self.ack_count as u32);
        self.ack.then_some(Ack { flow, packets })
    }
}

/// The rate limiter of a NIC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RateLimiter {
    /// That of two flows or more.
    Many(Box<ManyFlows>),
    /// That of a single one.
    One(OneFlow),
}

impl RateLimiter {
    /// The block after reset.
    pub fn new(nic: &Nic) -> Self {
        match nic.flows() {
            1 => RateLimiter::One(OneFlow::new(nic)),
            _ => RateLimiter::Many(Box::new(ManyFlows::new(nic))),
        }
    }
}

impl RateLimiter {
    /// All outputs of a cycle: none depends on its inputs.
    pub(super) fn show(&self, outputs: &mut RateLimiterOutputs) {
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
