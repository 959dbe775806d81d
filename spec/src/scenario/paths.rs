//! Routes of packets, link by link.

use super::network::{Flow, Peer, Scenario};

/// Routes of a scenario, with the ports of each switch.
#[derive(Debug, Clone)]
pub struct Paths<'s> {
    scenario: &'s Scenario,
    ports: Vec<Vec<Peer>>,
}

impl Scenario {
    /// Routes of all packets.
    pub fn paths(&self) -> Paths<'_> {
        let ports = (0..self.switches.len()).map(|switch| self.ports(switch)).collect();
        Paths { scenario: self, ports }
    }
}

impl Paths<'_> {
    /// Directed links from one host to another, including the links of both hosts. A route that does not
    /// reach its destination ends after as many switches as the fabric has.
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

    /// Directed links of a flow's packets.
    pub fn of_packets(&self, flow: &Flow) -> Vec<usize> {
        self.links(flow.from, flow.to)
    }

    /// Directed links of a flow's ACKs, from the receiver to the sender.
    pub fn of_acknowledgements(&self, flow: &Flow) -> Vec<usize> {
        self.links(flow.to, flow.from)
    }
}
