//! Completion times of messages, and their slowdown by size.
//!
//! A message is *complete* when the last beat of its last packet is received. Its *slowdown* is the
//! time from its start to that moment, divided by the time that it takes in an empty fabric: the
//! delays of links and switches on its path, and the time of all its packets on the slowest link.
//! Over Ethernet, a group of packets is a message, too, from the first beat of its first packet on.

mod alone;
mod sizes;
#[cfg(test)]
mod tests;

pub use sizes::{SizeClass, Spread};

use super::{
    ethernet::Watch,
    log::{Record, Sink},
};
use alone::Alone;
use tailback_spec::scenario::{Scenario, Traffic};

/// A message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Message {
    /// Flow of the scenario.
    pub flow: usize,
    /// Packets.
    pub packets: u64,
    /// Cycles in an empty fabric.
    pub alone: u64,
    /// Cycles from the start to the last beat received; `None` if that is not in the run.
    pub taken: Option<u64>,
}

impl Message {
    /// Time taken as a multiple of that in an empty fabric.
    pub fn slowdown(&self) -> Option<f64> {
        self.taken.map(|taken| taken as f64 / self.alone as f64)
    }
}

/// Follows the messages of a scenario.
#[derive(Debug, Clone)]
pub struct Messages {
    /// Index of each flow's message in `all`, if it is one.
    of_flow: Vec<Option<u32>>,
    all: Vec<Followed>,
    /// Times of the packets of flows that send groups, and the groups that were received.
    groups: Vec<Option<Alone>>,
    transfers: Vec<Message>,
    /// Links carry frames more than once, and not all of them arrive.
    is_ethernet: bool,
}

#[derive(Debug, Clone)]
struct Followed {
    message: Message,
    start: u64,
    /// Packets received.
    received: u64,
    /// Link to the destination.
    link: u16,
    /// Cycles from the first beat of a packet on that link to its last beat at the destination.
    last: u64,
}

impl Messages {
    /// The messages of a scenario, before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        let (paths, mut all) = (scenario.paths(), Vec::new());
        let alone = |flow| Alone::of(scenario, &paths, flow);
        let followed = scenario.flows.iter().enumerate().map(|(number, flow)| {
            let Traffic::Message { packets } = flow.traffic else { return None };
            let host = &scenario.hosts[flow.to];
            let alone = alone(flow).cycles(packets);
            all.push(Followed {
                message: Message { flow: number, packets, alone, taken: None },
                start: flow.start,
                received: 0,
                link: scenario.downlink(flow.to) as u16,
                last: host.delay + host.packet_cycles,
            });
            Some(all.len() as u32 - 1)
        });
        let of_flow = followed.collect();
        let sends_groups = |flow: &&_| matches!(flow, Traffic::Groups { .. });
        let groups = scenario
            .flows
            .iter()
            .map(|flow| Some(&flow.traffic).filter(sends_groups).map(|_| alone(flow)));
        Messages {
            of_flow,
            all,
            groups: groups.collect(),
            transfers: Vec::new(),
            is_ethernet: scenario.transport.is_ethernet(),
        }
    }

    /// All messages, in the order of their flows, and then the groups of packets that were received.
    pub fn all(&self) -> impl Iterator<Item = &Message> {
        self.all.iter().map(|followed| &followed.message).chain(&self.transfers)
    }

    /// A packet of a flow is received, with its last beat at the end of a cycle.
    fn receive(&mut self, flow: usize, end: impl Fn(&Followed) -> u64) {
        let Some(place) = self.of_flow[flow] else { return };
        let followed = &mut self.all[place as usize];
        followed.received += 1;
        // Packets with routes of their own overtake each other.
        if followed.received == followed.message.packets {
            followed.message.taken = Some(end(followed) - followed.start);
        }
    }

    /// Times and slowdown by size, and of all messages together; empty without messages.
    pub fn by_size(&self, scenario: &Scenario) -> Vec<SizeClass> {
        sizes::classes(scenario, self.all())
    }
}

impl Sink for Messages {
    fn record(&mut self, record: &Record) {
        let flow = usize::from(record.flow);
        let is_last = |place: u32| self.all[place as usize].link == record.link;
        if !self.is_ethernet && self.of_flow[flow].is_some_and(is_last) {
            self.receive(flow, |followed| record.cycle + followed.last);
        }
    }
}

impl Watch for Messages {
    fn deliver(&mut self, cycle: u64, flow: usize, _: u64) {
        self.receive(flow, |_| cycle);
    }

    fn transfer(&mut self, flow: usize, packets: u64, cycles: u64) {
        if let Some(alone) = &self.groups[flow] {
            let alone = alone.cycles(packets);
            self.transfers.push(Message { flow, packets, alone, taken: Some(cycles) });
        }
    }
}
