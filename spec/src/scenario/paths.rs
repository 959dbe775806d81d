//! Routes of packets, link by link.

use super::network::{Flow, Peer, Scenario};

/// The routes of a scenario, with the ports of each switch at hand.
#[derive(Debug, Clone)]
pub struct Paths<'s> {
    scenario: &'s Scenario,
    ports: Vec<Vec<Peer>>,
}

impl Scenario {
    /// The routes of all packets.
    pub fn paths(&self) -> Paths<'_> {
        let ports = (0..self.switches.len()).map(|switch| self.ports(switch)).collect();
        Paths { scenario: self, ports }
    }
}

impl Paths<'_> {
    /// The directed links from one host to another, the links of both hosts included. A route that does not
    /// arrive ends after as many switches as there are.
    pub fn links(&self, from: usize, to: usize) -> Vec<usize> {
        let scenario = self.scenario;
        let mut links = vec![scenario.uplink(from)];
        let mut switch = scenario.hosts[from].switch;
        while links.len() <= scenario.switches.len() {
            let Some(peer) = self.ports[switch].get(scenario.routes[switch][to]) else { break };
            match *peer {
                Peer::Host(host) => {
                    links.push(scenario.downlink(host));
                    break;
                }
                Peer::Switch { trunk, end } => {
                    links.push(scenario.trunk_link(trunk, end));
                    switch = scenario.trunks[trunk].ends[1 - end];
                }
            }
        }
        links
    }

    /// The directed links of a flow's packets.
    pub fn of_packets(&self, flow: &Flow) -> Vec<usize> {
        self.links(flow.from, flow.to)
    }

    /// The directed links of a flow's ACKs, which go to the host that sends.
    pub fn of_acknowledgements(&self, flow: &Flow) -> Vec<usize> {
        self.links(flow.to, flow.from)
    }
}
