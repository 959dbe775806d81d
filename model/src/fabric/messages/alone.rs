//! Time that packets of a flow take in an empty fabric.

use crate::fabric::ethernet::latency::{ISSUED, LOADED, MOVED, POPPED, SHOWN};
use tailback_spec::{
    scenario::{Flow, Paths, Peer, Scenario},
    switch::top::LATENCY_CYCLES,
};

/// Cycles from the last beat of a frame that an Ethernet switch receives to its first beat on the next
/// link, if a slot is free at once.
const FORWARDED: u64 = MOVED + POPPED + ISSUED + LOADED + SHOWN;

/// Cycles of one packet, and of each further one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alone {
    first: u64,
    further: u64,
}

impl Alone {
    /// The times of a flow: the delays of links and switches on its path, and the time of each packet on
    /// the slowest link. Ethernet switches receive a whole frame before they send it.
    pub fn of(scenario: &Scenario, paths: &Paths, flow: &Flow) -> Self {
        let path = paths.switches(flow);
        let delays: u64 = path
            .iter()
            .map(|(_, peer)| match peer {
                Peer::Host(host) => scenario.hosts[*host].delay,
                Peer::Switch { trunk, .. } => scenario.trunks[*trunk].delay,
            })
            .sum();
        let delays = scenario.hosts[flow.from].delay + delays;
        let cycles = paths.of_packets(flow).into_iter().map(|link| scenario.link_cycles(link));
        let further = cycles.clone().max().unwrap_or_default();
        let switches = path.len() as u64;
        let first = match scenario.transport.is_ethernet() {
            true => delays + switches * FORWARDED + cycles.sum::<u64>(),
            false => delays + switches * LATENCY_CYCLES as u64 + further,
        };
        Alone { first, further }
    }

    /// Cycles of so many packets.
    pub fn cycles(&self, packets: u64) -> u64 {
        self.first + packets.saturating_sub(1) * self.further
    }
}
