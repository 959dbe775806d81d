//! What papers print: utilisation of links, shares of flows, marks.

use super::log::{Record, Sink};
use std::ops::Range;
use tailback_spec::scenario::Scenario;

/// Packets of each flow on each link of its path in the window of the averages.
#[derive(Debug, Clone)]
pub struct Totals {
    window: Range<u64>,
    /// For each flow, where its links begin in the vectors below; and where those of the last one end.
    first: Vec<usize>,
    /// The links of each flow's path, from its host to its destination.
    links: Vec<u16>,
    packets: Vec<u64>,
    marked: Vec<u64>,
}

impl Totals {
    /// None yet.
    pub fn new(scenario: &Scenario) -> Self {
        let (mut first, mut links) = (vec![0], Vec::new());
        for flow in &scenario.flows {
            links.extend(scenario.way(flow).into_iter().map(|link| link as u16));
            first.push(links.len());
        }
        let none = vec![0; links.len()];
        Totals {
            window: scenario.average.clone(),
            first,
            links,
            packets: none.clone(),
            marked: none,
        }
    }

    /// Packets on each directed link.
    fn of_links(&self, links: usize) -> Vec<u64> {
        let mut sums = vec![0; links];
        for (link, packets) in self.links.iter().zip(&self.packets) {
            sums[usize::from(*link)] += packets;
        }
        sums
    }

    /// Packets of a flow on its last link, and those of them that were marked.
    fn arrived(&self, flow: usize) -> (u64, u64) {
        let last = self.first[flow + 1] - 1;
        (self.packets[last], self.marked[last])
    }
}

impl Sink for Totals {
    fn record(&mut self, record: &Record) {
        if self.window.contains(&record.cycle) {
            let flow = usize::from(record.flow);
            let own = self.first[flow]..self.first[flow + 1];
            let hop = self.links[own.clone()].iter().position(|link| *link == record.link);
            let Some(place) = hop.map(|hop| own.start + hop) else { return };
            self.packets[place] += 1;
            self.marked[place] += u64::from(record.marked);
        }
    }
}

/// The averages of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Links that carried something: number and utilisation, of each link's own rate.
    pub links: Vec<(usize, f64)>,
    /// What each flow brought to its destination.
    pub flows: Vec<FlowSummary>,
}

/// The averages of a flow.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FlowSummary {
    /// Rate at its destination, as a fraction of the datapath's.
    pub rate: f64,
    /// Its throughput there, of payload, in Gbit/s.
    pub gbit_per_s: f64,
    /// Packets there.
    pub packets: u64,
    /// Those of them that came marked.
    pub marked: u64,
}

impl Summary {
    /// The averages of what was counted.
    pub fn new(scenario: &Scenario, totals: &Totals) -> Self {
        let cycles = (totals.window.end - totals.window.start) as f64;
        let rate = |packets: u64, beats: u64| packets as f64 * beats as f64 / cycles;
        let links = totals.of_links(scenario.links()).into_iter().enumerate();
        let links = links.map(|(link, packets)| (link, rate(packets, scenario.link_cycles(link))));
        let flows = (0..scenario.flows.len()).map(|number| {
            let (packets, marked) = totals.arrived(number);
            let rate = rate(packets, scenario.packet_beats());
            let gbit_per_s = scenario.gbit_per_s(packets, cycles as u64);
            FlowSummary { rate, gbit_per_s, packets, marked }
        });
        Summary {
            links: links.filter(|(_, utilisation)| *utilisation > 0.0).collect(),
            flows: flows.collect(),
        }
    }

    /// Utilisation of a link.
    pub fn utilisation(&self, link: usize) -> f64 {
        self.links.iter().find(|(number, _)| *number == link).map_or(0.0, |(_, value)| *value)
    }

    /// The averages of a group of flows, summed up.
    pub fn group(&self, scenario: &Scenario, group: usize) -> FlowSummary {
        let flows = scenario.flows.iter().zip(&self.flows).filter(|(flow, _)| flow.group == group);
        flows.fold(FlowSummary::default(), |sum, (_, flow)| FlowSummary {
            rate: sum.rate + flow.rate,
            gbit_per_s: sum.gbit_per_s + flow.gbit_per_s,
            packets: sum.packets + flow.packets,
            marked: sum.marked + flow.marked,
        })
    }
}
