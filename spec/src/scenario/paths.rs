//! Routes of packets, link by link.

mod possible;

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

    /// Switches on the way from one host to another, each with its output port; `port` selects that of a
    /// switch, given the number of switches before it. A route that does not reach its destination ends after
    /// as many switches as the fabric has.
    fn walk(
        &self,
        from: usize,
        port: impl Fn(usize, usize) -> Option<usize>,
    ) -> Vec<(usize, Peer)> {
        let scenario = self.scenario;
        let (mut path, mut switch) = (Vec::new(), scenario.hosts[from].switch);
        while path.len() < scenario.switches.len() {
            let port = port(path.len(), switch);
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
        self.along(from, self.walk(from, |_, switch| Some(self.scenario.routes[switch][to])))
    }

    /// Switches on the route of a flow, each with the flow's output port. If switches choose anew for each
    /// packet, this is one of the possible routes.
    pub fn switches(&self, flow: &Flow) -> Vec<(usize, Peer)> {
        match flow.route.as_slice() {
            [] => self.walk(flow.from, |_, switch| Some(self.scenario.routes[switch][flow.to])),
            route => self.walk(flow.from, |place, _| route.get(place).copied()),
        }
    }

    /// Directed links of a packet of a flow.
    pub fn of_packet(&self, flow: usize, sequence: u32) -> Vec<usize> {
        let ends = &self.scenario.flows[flow];
        let Some(choices) = &self.scenario.choices else { return self.of_packets(ends) };
        let port = |_, switch| choices.port(switch, ends.to, flow, sequence).map(usize::from);
        self.along(ends.from, self.walk(ends.from, port))
    }

    /// Directed links of a flow's packets; one of the possible paths, as [`Self::switches`].
    pub fn of_packets(&self, flow: &Flow) -> Vec<usize> {
        self.along(flow.from, self.switches(flow))
    }

    /// Directed links of a flow's ACKs, from the receiver to the sender.
    pub fn of_acknowledgements(&self, flow: &Flow) -> Vec<usize> {
        if !self.scenario.routes_flows() {
            return self.links(flow.to, flow.from);
        }
        self.of_packets(flow).into_iter().rev().map(|link| self.scenario.opposite(link)).collect()
    }
}
