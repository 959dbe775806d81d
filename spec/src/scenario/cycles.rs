//! Cycles of channel dependencies: routes with which a lossless fabric can lock up.
//!
//! A *channel* is a directed link with the buffer behind it. A packet that uses one link and then another
//! holds the buffer behind the first link until there are credits for the second: the first channel
//! *depends* on the second. If dependencies close a cycle, each buffer of the cycle may be full of packets
//! that wait for the next buffer, for ever. Without a cycle, there is always a buffer that empties (Dally
//! and Seitz, IEEE ToC 1987). Hosts accept all packets, so a link to a host depends on nothing.
//!
//! Only routes in use count: those of the scenario's flows, and those of their ACKs, which have their own
//! routes from the receiver to the sender. With `readings.nics = "immediate"`, ACKs use no links.

use super::network::Scenario;
use super::Nics;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Dependency: a packet holds the buffer behind one link while it waits for the next link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependency {
    /// Directed link whose buffer is held.
    pub link: usize,
    /// Directed link for which credits are needed.
    pub next: usize,
    /// First flow of the scenario whose packets have this dependency.
    pub flow: usize,
    /// Whether the packets are the ACKs of the flow.
    pub acknowledges: bool,
}

/// Links on which each link depends.
type Graph = BTreeMap<usize, BTreeMap<usize, Dependency>>;

impl Scenario {
    /// Cycle of channel dependencies, each of which begins with the link at which the previous one ends.
    /// Empty if there is no cycle: then no order of events can lock the fabric up.
    pub fn channel_cycle(&self) -> Vec<Dependency> {
        let graph = graph(self);
        match on_cycle(&graph, self.links()) {
            Some(link) => shortest(&graph, link),
            None => Vec::new(),
        }
    }
}

fn graph(scenario: &Scenario) -> Graph {
    let mut graph = Graph::new();
    let paths = scenario.paths();
    let has_acks = scenario.readings.nics != Nics::Immediate;
    let mut add = |link, next, flow, acknowledges| {
        let dependency = Dependency { link, next, flow, acknowledges };
        graph.entry(link).or_default().entry(next).or_insert(dependency);
    };
    // Hosts of a switch differ only in their own links, which are on no cycle.
    let mut seen = BTreeSet::new();
    for (flow, ends) in scenario.flows.iter().enumerate() {
        if scenario.choices.is_some() && !seen.insert((scenario.hosts[ends.from].switch, ends.to)) {
            continue;
        }
        for (link, next) in paths.pairs(ends) {
            add(link, next, flow, false);
        }
    }
    for (flow, ends) in scenario.flows.iter().enumerate().filter(|_| has_acks) {
        for pair in paths.of_acknowledgements(ends).windows(2) {
            add(pair[0], pair[1], flow, true);
        }
    }
    graph
}

/// Most links from which a shortest cycle is searched.
const MOST_SEARCHES: usize = 512;

/// Link on a cycle, found by removing links on which no other link depends until none is left.
fn on_cycle(graph: &Graph, links: usize) -> Option<usize> {
    let mut dependents = vec![0_usize; links];
    graph.values().flat_map(BTreeMap::keys).for_each(|next| dependents[*next] += 1);
    let mut free: Vec<usize> = (0..links).filter(|link| dependents[*link] == 0).collect();
    while let Some(link) = free.pop() {
        for next in graph.get(&link).into_iter().flat_map(BTreeMap::keys) {
            dependents[*next] -= 1;
            if dependents[*next] == 0 {
                free.push(*next);
            }
        }
    }
    // The remaining links are on a cycle or behind one; a cycle returns to its first link. In a large
    // fabric, the shortest of some cycles suffices: each search passes over all dependencies.
    let left = (0..links).filter(|link| dependents[*link] > 0 && graph.contains_key(link));
    let mut best: Option<(usize, usize)> = None;
    for (searches, link) in left.enumerate() {
        if best.is_some() && searches >= MOST_SEARCHES {
            break;
        }
        let length = shortest(graph, link).len();
        if length > 0 && best.is_none_or(|(least, _)| length < least) {
            best = Some((length, link));
        }
    }
    best.map(|(_, link)| link)
}

/// Shortest cycle through a link; empty if there is none.
fn shortest(graph: &Graph, link: usize) -> Vec<Dependency> {
    let mut reached: BTreeMap<usize, Dependency> = BTreeMap::new();
    let mut queue = VecDeque::from([link]);
    while let Some(from) = queue.pop_front() {
        for dependency in graph.get(&from).into_iter().flat_map(BTreeMap::values) {
            if reached.contains_key(&dependency.next) {
                continue;
            }
            reached.insert(dependency.next, *dependency);
            queue.push_back(dependency.next);
        }
    }
    let mut cycle = VecDeque::new();
    let mut end = link;
    while let Some(dependency) = reached.get(&end) {
        cycle.push_front(*dependency);
        end = dependency.link;
        if end == link {
            return cycle.into();
        }
    }
    Vec::new()
}
