//! LIDs of hosts, and the forwarding entries for them.
//!
//! Switches forward by DLID. Where all packets to a host leave a switch by the same port, one LID of the
//! host suffices. Otherwise hosts have 2^LMC consecutive LIDs (IBA 7.11.1), which the switches forward
//! differently, and each flow uses those whose entries are its route.

#[cfg(test)]
mod tests;

use super::{ends, End};
use crate::scenario::{Flow, Scenario};
use std::collections::BTreeMap;

/// Largest LMC (IBA 4.1.1).
pub(super) const MOST_LMC: u32 = 7;

/// Output ports by switch: the entries for one LID.
type Entries = BTreeMap<usize, usize>;

/// The LIDs of all hosts.
#[derive(Debug, Clone)]
pub(super) struct Lids {
    lmc: u32,
    /// If hosts have several LIDs, entries of those of each host that are in use.
    entries: Vec<Vec<Entries>>,
    /// In this case, SLID and DLID of each flow, as numbers among those of its sender and of its receiver.
    of_flows: Vec<[usize; 2]>,
}

impl Lids {
    /// LIDs by which all packets of a scenario, and their ACKs, take their routes. The LMC may be larger
    /// than [`MOST_LMC`].
    pub fn new(scenario: &Scenario) -> Self {
        let hosts = scenario.hosts.len();
        if !scenario.routes_flows() {
            return Lids { lmc: 0, entries: Vec::new(), of_flows: Vec::new() };
        }
        let paths = scenario.paths();
        let outputs: Vec<End> =
            (0..scenario.links()).map(|link| ends::ends(scenario, link)[0]).collect();
        let mut entries = vec![Vec::new(); hosts];
        let of_flow = |flow: &Flow| {
            let there = of_links(&outputs, &paths.of_packets(flow));
            let back = of_links(&outputs, &paths.of_acknowledgements(flow));
            [place(&mut entries[flow.from], back), place(&mut entries[flow.to], there)]
        };
        let of_flows = scenario.flows.iter().map(of_flow).collect();
        let most = entries.iter().map(Vec::len).max().unwrap_or_default().max(1);
        Lids { lmc: most.next_power_of_two().ilog2(), entries, of_flows }
    }

    /// Each host has 2^LMC LIDs.
    pub fn lmc(&self) -> u32 {
        self.lmc
    }

    /// First LID of a host. The least one is 1: 0 is reserved.
    pub fn first(&self, host: usize) -> usize {
        (host + 1) << self.lmc
    }

    /// First LID behind those of so many hosts.
    pub fn end(&self, hosts: usize) -> usize {
        self.first(hosts)
    }

    /// Host with a LID.
    pub fn host(&self, lid: u16) -> Option<usize> {
        (usize::from(lid) >> self.lmc).checked_sub(1)
    }

    /// SLID and DLID of the packets of a flow.
    pub fn of_flow(&self, scenario: &Scenario, flow: usize) -> [u16; 2] {
        let [source, destination] = self.of_flows.get(flow).copied().unwrap_or_default();
        let flow = &scenario.flows[flow];
        [self.first(flow.from) + source, self.first(flow.to) + destination].map(|lid| lid as u16)
    }

    /// Entries of a switch: LIDs in order, each with its output port.
    pub fn of_switch(&self, scenario: &Scenario, switch: usize) -> Vec<(u16, usize)> {
        let lid = |host, number| (self.first(host) + number) as u16;
        if self.entries.is_empty() {
            // Where there is no route, there is no such port.
            let ports = scenario.config.switch().ports();
            let routes = scenario.routes[switch].iter().enumerate();
            let routes = routes.filter(|(_, port)| **port < ports);
            return routes.map(|(host, port)| (lid(host, 0), *port)).collect();
        }
        let of_host = |(host, entries): (usize, &Vec<Entries>)| {
            let entry = |(number, entries): (usize, &Entries)| {
                entries.get(&switch).map(|port| (lid(host, number), *port))
            };
            entries.iter().enumerate().filter_map(entry).collect::<Vec<_>>()
        };
        self.entries.iter().enumerate().flat_map(of_host).collect()
    }
}

/// Entries by which packets take these links; `outputs` are the sources of all links.
fn of_links(outputs: &[End], links: &[usize]) -> Entries {
    let entry = |link: &usize| match outputs[*link] {
        End::Switch { switch, port } => Some((switch, port)),
        End::Host(_) => None,
    };
    links.iter().filter_map(entry).collect()
}

/// Finds the first LID whose entries are these or none, and adds them to it.
fn place(lids: &mut Vec<Entries>, wanted: Entries) -> usize {
    let fits = |entries: &Entries| {
        wanted.iter().all(|(switch, port)| entries.get(switch).is_none_or(|other| other == port))
    };
    let number = lids.iter().position(fits).unwrap_or(lids.len());
    if number == lids.len() {
        lids.push(Entries::new());
    }
    lids[number].extend(wanted);
    number
}
