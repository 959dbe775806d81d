//! All paths of packets whose switches choose anew for each.

use super::Paths;
use crate::scenario::network::{Flow, Peer};
use std::collections::BTreeMap;

impl Paths<'_> {
    /// All switches that a flow's packets may pass, each with all peers to which they may go on from there.
    fn possible(&self, flow: &Flow) -> BTreeMap<usize, Vec<Peer>> {
        let Some(choices) = &self.scenario.choices else {
            return self
                .switches(flow)
                .into_iter()
                .map(|(switch, peer)| (switch, vec![peer]))
                .collect();
        };
        let (mut possible, mut open) =
            (BTreeMap::new(), vec![self.scenario.hosts[flow.from].switch]);
        while let Some(switch) = open.pop() {
            if possible.contains_key(&switch) {
                continue;
            }
            let ports = choices.ports(switch, flow.to).iter();
            let peers: Vec<Peer> =
                ports.map(|port| self.ports[switch][usize::from(*port)]).collect();
            open.extend(peers.iter().filter_map(|peer| self.scenario.behind(*peer)));
            possible.insert(switch, peers);
        }
        possible
    }

    /// All directed links that a flow's packets may use: that of its host first, and that to its destination
    /// last.
    pub fn all_of_packets(&self, flow: &Flow) -> Vec<usize> {
        let peers = self.possible(flow).into_values().flatten();
        let trunks = peers.filter(|peer| matches!(peer, Peer::Switch { .. }));
        let ends = [flow.from, flow.to];
        let [first, last] = [self.scenario.uplink(ends[0]), self.scenario.downlink(ends[1])];
        [first].into_iter().chain(trunks.map(|peer| self.link(peer))).chain([last]).collect()
    }

    /// All pairs of links that a flow's packets may use one after the other.
    pub(in crate::scenario) fn pairs(&self, flow: &Flow) -> Vec<(usize, usize)> {
        if self.scenario.choices.is_none() {
            return self.of_packets(flow).windows(2).map(|pair| (pair[0], pair[1])).collect();
        }
        let possible = self.possible(flow);
        let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let home = self.scenario.hosts[flow.from].switch;
        before.entry(home).or_default().push(self.scenario.uplink(flow.from));
        for peer in possible.values().flatten() {
            if let Some(next) = self.scenario.behind(*peer) {
                before.entry(next).or_default().push(self.link(*peer));
            }
        }
        let pairs = possible.iter().flat_map(|(switch, peers)| {
            let before = before.get(switch).into_iter().flatten();
            before.flat_map(|link| peers.iter().map(|peer| (*link, self.link(*peer))))
        });
        pairs.collect()
    }

    /// Whether a flow's packets may pass a switch twice.
    pub(in crate::scenario) fn may_loop(&self, flow: &Flow) -> bool {
        let mut possible = self.possible(flow);
        // Switches from which packets can only go on to switches without a loop behind them.
        loop {
            let left = possible.len();
            let ends: Vec<usize> = possible
                .iter()
                .filter(|(_, peers)| {
                    let next = peers.iter().filter_map(|peer| self.scenario.behind(*peer));
                    next.into_iter().all(|next| !possible.contains_key(&next))
                })
                .map(|(switch, _)| *switch)
                .collect();
            ends.iter().for_each(|switch| drop(possible.remove(switch)));
            if possible.len() == left {
                return left > 0;
            }
        }
    }
}
