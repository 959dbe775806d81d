//! Packets that have arrived, queued for the FIFO allocator.

#[cfg(test)]
mod tests;

use super::rotation::next_after;
use crate::{
    bits::{is_set, set_lanes},
    Golden,
};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{port_values, switch::arrivals::Arrivals as Parameters, Lanes};

port_values! {
    /// Packets that arrive and packets that the allocator grants; element (or bit) *i* belongs to
    /// input port *i*.
    pub struct ArrivalsInputs {
        /// Input ports at which a packet begins.
        pub begins: u64,
        /// Virtual lane of the beginning packet, by input port.
        pub begins_lane: Lanes,
        /// Input ports whose beginning packet is stored.
        pub arrive: u64,
        /// Queue of the beginning packet, by input port.
        pub arrive_queue: Lanes,
        /// Input ports of which a packet leaves the allocator's list.
        pub leaves: u64,
        /// Virtual lane of the packet that leaves the list.
        pub leaves_lane: u64,
    }
}

port_values! {
    /// Packet that is passed on.
    pub struct ArrivalsOutputs {
        /// A packet is passed on.
        pub pass: bool,
        /// Input port that holds the packet; 0 without one.
        pub pass_input: u64,
        /// Queue of the packet; 0 without one.
        pub pass_queue: u64,
    }
}

/// Packets of a virtual lane of an input port.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// Queues of the packets that have not been passed on, the oldest first.
    pub(crate) waiting: VecDeque<u32>,
    /// Packets in the allocator's list.
    pub(crate) listed: usize,
    /// Most packets that the list may hold of this virtual lane.
    pub(crate) share: usize,
}

impl Line {
    /// Whether the allocator's list has an entry for another packet.
    fn is_free(&self) -> bool {
        self.listed < self.share
    }

    /// Whether a packet that has arrived before can be passed on.
    fn is_ready(&self) -> bool {
        self.is_free() && !self.waiting.is_empty()
    }
}

/// An input port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OfPort {
    /// State of each virtual lane.
    pub(crate) lines: Vec<Line>,
    /// Virtual lane that was served last.
    pub(crate) last_lane: usize,
}

impl OfPort {
    /// Next virtual lane by round robin, of those that have a packet to pass on.
    fn ready_lane(&self) -> Option<usize> {
        next_after(self.last_lane, self.lines.len(), |lane: usize| self.lines[lane].is_ready())
    }
}

/// The lists of all input ports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrivals {
    pub(crate) ports: Vec<OfPort>,
    /// Port that was served last.
    pub(crate) last: usize,
}

impl Arrivals {
    /// The module after reset.
    pub fn new(parameters: &Parameters) -> Self {
        let (ports, lanes) = (parameters.port().ports(), parameters.port().lanes());
        let line = |lane| Line { share: parameters.share(lane), ..Line::default() };
        let of_port = OfPort { lines: (0..lanes).map(line).collect(), last_lane: lanes - 1 };
        Arrivals { ports: vec![of_port; ports], last: ports - 1 }
    }
}

/// Value of an input port; values beyond the end are 0.
fn of(values: &Lanes, port: usize) -> usize {
    values.get(port).copied().unwrap_or(0) as usize
}

impl Golden for Arrivals {
    type Inputs = ArrivalsInputs;
    type Outputs = ArrivalsOutputs;

    #[inline]
    fn step(&mut self, inputs: &ArrivalsInputs, outputs: &mut ArrivalsOutputs) {
        *outputs = ArrivalsOutputs::default();
        let ports = self.ports.len();
        let begins_lane = |port: usize| of(&inputs.begins_lane, port);
        let begins = |port: usize| {
            let line = self.ports[port].lines.get(begins_lane(port));
            is_set(inputs.begins, port) && line.is_some_and(Line::is_free)
        };
        let offers = |port: usize| self.ports[port].ready_lane().is_some() || begins(port);
        let chosen = next_after(self.last, ports, offers);
        let chosen = chosen.map(|port| (port, self.ports[port].ready_lane()));

        for port in set_lanes(inputs.arrive).take_while(|port| *port < ports) {
            let line = &mut self.ports[port].lines[begins_lane(port)];
            line.waiting.push_back(of(&inputs.arrive_queue, port) as u32);
        }
        for port in set_lanes(inputs.leaves).take_while(|port| *port < ports) {
            self.ports[port].lines[inputs.leaves_lane as usize].listed -= 1;
        }
        let Some((port, ready)) = chosen else { return };
        self.last = port;
        let of_port = &mut self.ports[port];
        of_port.last_lane = ready.unwrap_or(of_port.last_lane);
        // A packet that began, and is dropped, uses its slot nevertheless.
        let line = &mut of_port.lines[ready.unwrap_or(begins_lane(port))];
        if let Some(queue) = line.waiting.pop_front() {
            line.listed += 1;
            outputs.pass = true;
            (outputs.pass_input, outputs.pass_queue) = (port as u64, queue.into());
        }
    }

    fn reset(&mut self) {
        for of_port in &mut self.ports {
            of_port.last_lane = of_port.lines.len() - 1;
            for line in &mut of_port.lines {
                line.waiting.clear();
                line.listed = 0;
            }
        }
        self.last = self.ports.len() - 1;
    }
}
