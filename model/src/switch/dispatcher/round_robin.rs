//! Dispatcher with round robin, and the guard that keeps it from passing over a packet for ever.

use super::{engagement::Engagement, DispatcherOutputs, Started};
use crate::{
    bits::{is_set, is_set_in, set_lanes},
    switch::{
        allocator::{
            guard::{RequestGuard, RequestGuardInputs},
            round_robin::{RoundRobinAllocator, RoundRobinAllocatorInputs},
        },
        rotation::next_after,
    },
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::{
        allocator::{guard::Guard, round_robin::RoundRobin},
        port::Port,
    },
    WideLanes, WideWords,
};

port_values! {
    /// Packets that wait and end; element (or bit) *i* belongs to input port *i*.
    pub struct RoundRobinDispatcherInputs {
        /// Queues of each input port whose first packet is known: bit *q*.
        pub known: WideWords,
        /// Queues whose first packet can be sent: the link is up, and there are credits for it.
        pub sendable: WideWords,
        /// Output ports at which words would be held up: bit *j*.
        pub clogged: u64,
        /// Input ports whose packet ends in this cycle or the next three: bit *i*.
        pub near_end: u64,
        /// Input ports that issue the last word of their packet: bit *i*.
        pub ends: u64,
    }
}

/// The dispatcher that starts packets by round robin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRobinDispatcher {
    pub(crate) allocator: RoundRobinAllocator,
    pub(crate) guard: RequestGuard,
    pub(crate) engagement: Engagement,
    /// Virtual lane of the packet started last, by output port.
    pub(crate) last_lane: Vec<usize>,
}

impl RoundRobinDispatcher {
    /// The module after reset.
    pub fn new(port: &Port, allocator: &RoundRobin, guard: &Guard) -> Self {
        RoundRobinDispatcher {
            allocator: RoundRobinAllocator::new(allocator),
            guard: RequestGuard::new(guard),
            engagement: Engagement::new(port),
            last_lane: vec![port.lanes() - 1; port.ports()],
        }
    }

    /// Output ports that an input port requests, of those that are free.
    fn request(&self, allowed: &[u64], free_outputs: u64) -> u64 {
        let lanes = self.engagement.lanes;
        set_lanes(free_outputs)
            .filter(|output| (0..lanes).any(|lane| is_set_in(allowed, output * lanes + lane)))
            .fold(0, |request, output| request | 1 << output)
    }

    /// Next queue of an output port by round robin.
    fn queue(&self, output: usize, allowed: &[u64]) -> Option<usize> {
        let lanes = self.engagement.lanes;
        let is_allowed = |lane| is_set_in(allowed, output * lanes + lane);
        let lane = next_after(self.last_lane[output], lanes, is_allowed)?;
        Some(output * lanes + lane)
    }
}

impl Golden for RoundRobinDispatcher {
    type Inputs = RoundRobinDispatcherInputs;
    type Outputs = DispatcherOutputs;

    fn step(&mut self, inputs: &RoundRobinDispatcherInputs, outputs: &mut DispatcherOutputs) {
        let RoundRobinDispatcherInputs { known, sendable, clogged, near_end, ends } = inputs;
        self.engagement.show(known, sendable, outputs);

        let Engagement { ports, lanes, .. } = self.engagement;
        let wants = sendable.clone();
        // The guard observes the choice of the cycle before, as its packets start.
        let (serve, serve_queue) = (outputs.start, outputs.start_queue.clone());
        let allowed = self.guard.cycle(&RequestGuardInputs { wants, serve, serve_queue }).allowed;
        let allowed = |input: usize| allowed.get(input).map_or(&[][..], |queues| &queues[..]);

        let free_inputs = self.engagement.free_inputs(*near_end);
        let free_outputs = self.engagement.free_outputs(*near_end, *clogged);
        let request: WideLanes = (0..ports)
            .map(|input| match is_set(free_inputs, input) {
                true => self.request(allowed(input), free_outputs),
                false => 0,
            })
            .collect();
        let granted = self.allocator.cycle(&RoundRobinAllocatorInputs { request }).grant;

        let mut started = Vec::new();
        for (input, grant) in granted.into_iter().enumerate() {
            let Some(output) = set_lanes(grant).next() else { continue };
            // A request that was withdrawn since starts nothing.
            if let Some(queue) = self.queue(output, allowed(input)) {
                started.push(Started { input, queue });
                self.last_lane[output] = queue % lanes;
            }
        }
        self.engagement.clock(started, *ends);
    }

    fn reset(&mut self) {
        self.allocator.reset();
        self.guard.reset();
        self.engagement.reset();
        self.last_lane.fill(self.engagement.lanes - 1);
    }
}
