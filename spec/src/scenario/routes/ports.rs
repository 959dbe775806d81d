//! Ports of each switch that lead towards the switch of a destination.

use crate::scenario::network::{Peer, Scenario};
use std::collections::VecDeque;

/// Distance of a switch that is not connected.
const FAR: u32 = u32::MAX;

/// Switches of a scenario as a graph.
pub(super) struct Switches {
    /// Ports of each switch that lead to switches: port, and the switch there.
    ports: Vec<Vec<(usize, usize)>>,
    /// Links between each switch and the nearest one that has hosts.
    levels: Vec<u32>,
}

/// Ports towards one switch, of each switch.
pub(super) type Towards = Vec<Vec<usize>>;

impl Switches {
    pub fn new(scenario: &Scenario, peers: &[Vec<Peer>]) -> Self {
        let of_switch = |peers: &Vec<Peer>| {
            let ports = peers.iter().enumerate();
            ports.filter_map(|(port, peer)| Some((port, scenario.behind(*peer)?))).collect()
        };
        let mut graph =
            Switches { ports: peers.iter().map(of_switch).collect(), levels: Vec::new() };
        let has_hosts = |peers: &Vec<Peer>| peers.iter().any(|peer| matches!(peer, Peer::Host(_)));
        let from = (0..peers.len()).filter(|switch| has_hosts(&peers[*switch]));
        graph.levels = graph.distances(from, |_, _| true);
        graph
    }

    /// Switch behind a port that leads to one.
    pub fn next(&self, switch: usize, port: usize) -> Option<usize> {
        self.ports[switch].iter().find(|(number, _)| *number == port).map(|(_, next)| *next)
    }

    /// Links between a switch and the nearest one that has hosts.
    pub fn level(&self, switch: usize) -> usize {
        self.levels[switch] as usize
    }

    /// Distance of each switch from the nearest of some, by links that may be used from a nearer switch
    /// to a farther one.
    fn distances(
        &self,
        from: impl Iterator<Item = usize>,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Vec<u32> {
        let mut distances = vec![FAR; self.ports.len()];
        let mut queue: VecDeque<usize> = from.collect();
        queue.iter().for_each(|switch| distances[*switch] = 0);
        while let Some(near) = queue.pop_front() {
            for (_, far) in &self.ports[near] {
                if distances[*far] == FAR && allowed(near, *far) {
                    distances[*far] = distances[near] + 1;
                    queue.push_back(*far);
                }
            }
        }
        distances
    }

    /// Ports of a switch that lead to a switch of a distance.
    fn leading(&self, switch: usize, is_next: impl Fn(usize) -> bool) -> Vec<usize> {
        let ports = self.ports[switch].iter();
        ports.filter(|(_, next)| is_next(*next)).map(|(port, _)| *port).collect()
    }

    /// All ports on shortest paths to a switch, in port order.
    pub fn shortest(&self, to: usize) -> Towards {
        let distances = self.distances([to].into_iter(), |_, _| true);
        let ports = (0..self.ports.len()).map(|switch| match distances[switch] {
            0 | FAR => Vec::new(),
            distance => self.leading(switch, |next| distances[next] == distance - 1),
        });
        ports.collect()
    }

    /// The first of the ports on shortest paths to a switch: in a breadth-first search from that switch,
    /// in port order, the first port to the switch from which each other one is found.
    pub fn first(&self, to: usize) -> Towards {
        let mut ports = vec![Vec::new(); self.ports.len()];
        let mut queue = VecDeque::from([to]);
        while let Some(near) = queue.pop_front() {
            let mut found: Vec<usize> = self.ports[near].iter().map(|(_, far)| *far).collect();
            found.sort_unstable();
            found.dedup();
            for far in found {
                if far != to && ports[far].is_empty() {
                    ports[far].extend(self.leading(far, |next| next == near).first());
                    queue.push_back(far);
                }
            }
        }
        ports
    }

    /// Order of the switches for up/down routing: by their distance from the roots, and those of one
    /// distance by their numbers. A link leads up to the switch with the smaller place.
    pub fn order(&self, root: Option<usize>) -> Vec<usize> {
        let distances = self.distances(self.roots(root).into_iter(), |_, _| true);
        let mut order: Vec<usize> = (0..self.ports.len()).collect();
        order.sort_by_key(|switch| (distances[*switch], *switch));
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, switch)| places[*switch] = place);
        places
    }

    /// The given root; else the switches furthest from hosts; if all have hosts, the first with the
    /// least sum of distances.
    fn roots(&self, root: Option<usize>) -> Vec<usize> {
        if let Some(root) = root {
            return vec![root];
        }
        let connected = self.levels.iter().copied().filter(|level| *level != FAR);
        let top = connected.max().unwrap_or_default();
        let all = 0..self.ports.len();
        if top > 0 {
            return all.filter(|switch| self.levels[*switch] == top).collect();
        }
        let sum = |switch: &usize| {
            let distances = self.distances([*switch].into_iter(), |_, _| true);
            distances.into_iter().map(u64::from).sum::<u64>()
        };
        all.min_by_key(sum).into_iter().collect()
    }

    /// Ports on paths to a switch that lead first up and then down in an [order](Self::order): down as
    /// soon as that is possible, and otherwise up by a shortest way.
    pub fn up_down(&self, to: usize, order: &[usize]) -> Towards {
        let is_down = |from: usize, to: usize| order[from] < order[to];
        let down = self.distances([to].into_iter(), |near, far| is_down(far, near));
        let mut distances = down.clone();
        let mut by_order: Vec<usize> = (0..order.len()).collect();
        by_order.sort_by_key(|switch| order[*switch]);
        for switch in by_order {
            if distances[switch] == FAR {
                let above = self.ports[switch].iter().filter(|(_, next)| is_down(*next, switch));
                let least = above.map(|(_, next)| distances[*next]).min();
                distances[switch] = least.map_or(FAR, |least| least.saturating_add(1));
            }
        }
        let ports = (0..self.ports.len()).map(|switch| match (down[switch], distances[switch]) {
            (0, _) | (_, FAR) => Vec::new(),
            (FAR, distance) => self
                .leading(switch, |next| is_down(next, switch) && distances[next] == distance - 1),
            (distance, _) => {
                self.leading(switch, |next| is_down(switch, next) && down[next] == distance - 1)
            }
        });
        ports.collect()
    }
}
