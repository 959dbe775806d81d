//! The figures that papers report: utilisation of links, shares of flows, marks.

use super::{
    lengths::Lengths,
    log::{Record, Sink},
};
use std::{collections::BTreeMap, ops::Range};
use tailback_spec::scenario::{Scenario, Traffic};

/// Packets of each flow on each link of its path in the averaging window.
#[derive(Debug, Clone)]
pub struct Totals {
    window: Range<u64>,
    /// Index of each flow's first link in the vectors below; one further element holds their
    /// length.
    first: Vec<usize>,
    /// All links of each flow's packets: that of its host, those between switches in rising order, and that
    /// to its destination.
    links: Vec<u16>,
    packets: Vec<u64>,
    marked: Vec<u64>,
    /// Cycles of a packet of full length, by link.
    cycles: Vec<u64>,
    /// Mean length of the packets of each flow, as a multiple of the full length.
    lengths: Vec<f64>,
    /// Fractions of packets that overlap the window though they begin before it and, as negative
    /// values, fractions outside it of packets that begin in it, by their index in `packets`. A
    /// link has at most one of either.
    edges: BTreeMap<usize, f64>,
}

impl Totals {
    /// Totals before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        let (mut first, mut links) = (vec![0], Vec::new());
        let paths = scenario.paths();
        for flow in &scenario.flows {
            let mut own = paths.all_of_packets(flow);
            // The links between the first one, of the sender, and the last one, of the receiver, in order.
            let last = own.len() - 1;
            own[1..last].sort_unstable();
            links.extend(own.into_iter().map(|link| link as u16));
            first.push(links.len());
        }
        let (none, lengths) = (vec![0; links.len()], Lengths::new(scenario));
        Totals {
            window: scenario.average.clone(),
            first,
            links,
            packets: none.clone(),
            marked: none,
            lengths: (0..scenario.flows.len()).map(|flow| lengths.mean(flow)).collect(),
            cycles: (0..scenario.links()).map(|link| scenario.link_cycles(link)).collect(),
            edges: BTreeMap::new(),
        }
    }

    /// Index of a link of a flow in the vectors.
    fn place(&self, flow: usize, link: u16) -> Option<usize> {
        let (first, last) = (self.first[flow], self.first[flow + 1] - 1);
        match link {
            link if self.links[first] == link => Some(first),
            link if self.links[last] == link => Some(last),
            link => {
                let between = self.links[first + 1..last].binary_search(&link);
                between.ok().map(|hop| first + 1 + hop)
            }
        }
    }

    /// Packets of a flow that a link carried in the window, fractions included: a link that is
    /// never idle carries packets all the time.
    fn carried(&self, place: usize) -> f64 {
        self.packets[place] as f64 + self.edges.get(&place).copied().unwrap_or(0.0)
    }

    /// Packets of full length that each directed link would have carried in the same time.
    fn of_links(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.cycles.len()];
        for (flow, length) in self.lengths.iter().enumerate() {
            for place in self.first[flow]..self.first[flow + 1] {
                sums[usize::from(self.links[place])] += length * self.carried(place);
            }
        }
        sums
    }
}

impl Sink for Totals {
    fn record(&mut self, record: &Record) {
        let cycles = self.cycles[usize::from(record.link)];
        let end = record.cycle + cycles;
        if record.cycle >= self.window.end || end <= self.window.start {
            return;
        }
        let flow = usize::from(record.flow);
        let Some(place) = self.place(flow, record.link) else { return };
        if self.window.contains(&record.cycle) {
            self.packets[place] += 1;
            self.marked[place] += u64::from(record.marked);
            if end > self.window.end {
                let beyond = (end - self.window.end) as f64 / cycles as f64;
                *self.edges.entry(place).or_default() -= beyond;
            }
        } else {
            let inside = end.min(self.window.end) - self.window.start;
            *self.edges.entry(place).or_default() += inside as f64 / cycles as f64;
        }
    }
}

/// Averages of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Links that carried packets: index, and utilisation relative to the link's own rate.
    pub links: Vec<(usize, f64)>,
    /// Traffic of each flow at its destination.
    pub flows: Vec<FlowSummary>,
}

/// Averages of a flow.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FlowSummary {
    /// Rate at the destination, as a fraction of the datapath's rate.
    pub rate: f64,
    /// Payload throughput at the destination, in Gbit/s.
    pub gbit_per_s: f64,
    /// Packets at the destination.
    pub packets: u64,
    /// Packets that were marked at the destination.
    pub marked: u64,
}

impl Summary {
    /// Averages of the totals.
    pub fn new(scenario: &Scenario, totals: &Totals) -> Self {
        let cycles = (totals.window.end - totals.window.start) as f64;
        let rate = |packets: f64, beats: u64| packets * beats as f64 / cycles;
        let links = totals.of_links().into_iter().enumerate();
        let links = links.map(|(link, packets)| (link, rate(packets, totals.cycles[link])));
        let flows = (0..scenario.flows.len()).map(|number| {
            let last = totals.first[number + 1] - 1;
            let (packets, marked) = (totals.packets[last], totals.marked[last]);
            let carried = totals.carried(last);
            let rate = rate(carried * totals.lengths[number], scenario.packet_beats());
            let payload = match &scenario.flows[number].traffic {
                Traffic::Exchange(exchange) => exchange.mean_payload(scenario),
                _ => 1.0,
            };
            let gbit_per_s = scenario.gbit_per_s(carried * payload, cycles as u64);
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

    /// Sum of the averages of a group of flows.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Engine;

    const ONE_FLOW: &str = include_str!("../../../examples/fabrics/one-flow.toml");

    #[test]
    fn a_link_that_is_never_idle_is_used_by_100_percent_in_any_window() {
        for cycles in [50, 259, 300, 1000, 1037] {
            let mut scenario = Scenario::from_toml(
                ONE_FLOW,
                &["readings.nics=immediate", "run.window=0"].map(|set| set.parse().expect("set")),
            )
            .expect("valid");
            scenario.average = 5000..5000 + cycles;
            let mut engine = Engine::new(&scenario, Totals::new(&scenario));
            engine.run_until(scenario.average.end);
            let summary = Summary::new(&scenario, &engine.into_sink());
            let used = summary.utilisation(scenario.uplink(scenario.flows[0].from));
            assert!((used - 1.0).abs() < 1e-9, "{used} in {cycles} cycles");
            assert!((summary.flows[0].rate - 1.0).abs() < 1e-9);
        }
    }
}
