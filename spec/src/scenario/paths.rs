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
        let mut ports = vec![Vec::new(); self.switches.len()];
        for (host, of_host) in self.hosts.iter().enumerate() {
            ports[of_host.switch].push(Peer::Host(host));
        }
        for (trunk, both) in self.trunks.iter().enumerate() {
            for end in [0, 1] {
                ports[both.ends[end]].push(Peer::Switch { trunk, end });
            }
        }
        Paths { scenario: self, ports }
    }
}

impl Paths<'_> {
    /// Peers at the ports of a switch, in port order, as [`Scenario::ports`].
    pub fn ports(&self, switch: usize) -> &[Peer] {
        &self.ports[switch]
    }

    /// Switches on the way from one host to another, each with its output port; `route` is that of a
    /// flow, or empty for the routes by destination. A route that does not reach its destination ends
    /// after as many switches as the fabric has.
    fn walk(&self, from: usize, to: usize, route: &[usize]) -> Vec<(usize, Peer)> {
        let scenario = self.scenario;
        let (mut path, mut switch) = (Vec::new(), scenario.hosts[from].switch);
        while path.len() < scenario.switches.len() {
            let port = match route {
                [] => Some(scenario.routes[switch][to]),
                route => route.get(path.len()).copied(),
            };
            let Some(peer) = port.and_then(|port| self.ports[switch].get(port)) else { break };
            path.push((switch, *peer));
            match scenario.behind(*peer) {
                Some(next) => switch = next,
                None => break,
            }
        }
        path
    }

    fn link(&self, peer: Peer) -> usize {
        match peer {
            Peer::Host(host) => self.scenario.downlink(host),
            Peer::Switch { trunk, end } => self.scenario.trunk_link(trunk, end),
        }
    }

    /// Directed links on a path from a host.
    fn along(&self, from: usize, path: Vec<(usize, Peer)>) -> Vec<usize> {
        let links = path.into_iter().map(|(_, peer)| self.link(peer));
        std::iter::once(self.scenario.uplink(from)).chain(links).collect()
    }

    /// Directed links from one host to another by the routes to the destination, including the links of
    /// both hosts. A route that does not reach its destination ends after as many switches as the fabric
    /// has.
    pub fn links(&self, from: usize, to: usize) -> Vec<usize> {
        self.along(from, self.walk(from, to, &[]))
    }

    /// Switches on the route of a flow, each with the flow's output port.
    pub fn switches(&self, flow: &Flow) -> Vec<(usize, Peer)> {
        self.walk(flow.from, flow.to, &flow.route)
    }

    /// Directed links of a flow's packets.
    pub fn of_packets(&self, flow: &Flow) -> Vec<usize> {
        self.along(flow.from, self.switches(flow))
    }

    /// Directed links of a flow's ACKs, from the receiver to the sender.
    pub fn of_acknowledgements(&self, flow: &Flow) -> Vec<usize> {
        if flow.route.is_empty() {
            return self.links(flow.to, flow.from);
        }
        self.of_packets(flow).into_iter().rev().map(|link| self.scenario.opposite(link)).collect()
    }
}
