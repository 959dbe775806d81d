//! Latency of packets: from the first beat on the link of their host to the last beat at their
//! destination.

use super::{
    lengths::Lengths,
    log::{Record, Sink},
};
use std::{
    collections::{BTreeMap, VecDeque},
    ops::Range,
};
use tailback_spec::scenario::Scenario;

/// Follows the packets of a scenario, and counts the latencies of those received in its averaging
/// window, by groups of flows.
#[derive(Debug, Clone)]
pub struct Latencies {
    window: Range<u64>,
    flows: Vec<Followed>,
    lengths: Lengths,
    groups: Vec<Latency>,
}

/// Packets of a flow on their way.
#[derive(Debug, Clone)]
struct Followed {
    group: usize,
    /// Link of the host, and link to the destination.
    links: (u16, u16),
    /// Delay of the latter, and cycles of a packet of full length.
    last: (u64, u64),
    /// Sequence number of the first element of `starts`.
    sequence: u32,
    /// First beats; none of a packet that is received.
    starts: VecDeque<Option<u64>>,
}

impl Followed {
    /// Returns the cycle in which a packet began, once.
    fn take(&mut self, sequence: u32) -> Option<u64> {
        let place = sequence.checked_sub(self.sequence)?;
        let start = self.starts.get_mut(place as usize)?.take();
        while let Some(None) = self.starts.front() {
            self.starts.pop_front();
            self.sequence += 1;
        }
        start
    }
}

impl Latencies {
    /// Latencies before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        let followed = scenario.flows.iter().map(|flow| Followed {
            group: flow.group,
            links: (scenario.uplink(flow.from) as u16, scenario.downlink(flow.to) as u16),
            last: (scenario.hosts[flow.to].delay, scenario.hosts[flow.to].packet_cycles),
            sequence: 0,
            starts: VecDeque::new(),
        });
        Latencies {
            window: scenario.average.clone(),
            flows: followed.collect(),
            lengths: Lengths::new(scenario),
            groups: vec![Latency::default(); scenario.groups.len()],
        }
    }

    /// The latencies of each group of flows, in the order of [`Scenario::groups`].
    pub fn groups(&self) -> &[Latency] {
        &self.groups
    }
}

impl Sink for Latencies {
    fn record(&mut self, record: &Record) {
        let flow = &mut self.flows[usize::from(record.flow)];
        if record.link == flow.links.0 {
            flow.starts.push_back(Some(record.cycle));
        } else if record.link == flow.links.1 {
            let length = self.lengths.of(record.flow, record.sequence);
            let (delay, cycles) = flow.last;
            let end = record.cycle + delay + self.lengths.scaled(cycles, length);
            if let Some(start) = flow.take(record.sequence) {
                if self.window.contains(&end) {
                    self.groups[flow.group].count(end - start);
                }
            }
        }
    }
}

/// Latencies of a group of flows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latency {
    /// Packets by latency in cycles, if it is less than [`SHORT`].
    short: Vec<u64>,
    /// Packets by latency in cycles, of the others.
    long: BTreeMap<u64, u64>,
    all: u64,
}

/// Latencies that are counted in a vector, which is faster than in a map: less than this in cycles.
const SHORT: u64 = 1 << 14;

impl Latency {
    fn count(&mut self, cycles: u64) {
        if cycles < SHORT {
            let place = cycles as usize;
            if place >= self.short.len() {
                self.short.resize(place + 1, 0);
            }
            self.short[place] += 1;
        } else {
            *self.long.entry(cycles).or_default() += 1;
        }
        self.all += 1;
    }

    /// The latency in cycles that so many of the packets do not exceed, as a fraction of 0 to 1; `None`
    /// without a packet.
    pub fn percentile(&self, fraction: f64) -> Option<u64> {
        let place = ((self.all as f64 * fraction).ceil() as u64).max(1);
        let short =
            self.short.iter().enumerate().map(|(cycles, packets)| (cycles as u64, *packets));
        let long = self.long.iter().map(|(cycles, packets)| (*cycles, *packets));
        let mut below = 0;
        let reached = short.chain(long).find(|(_, packets)| {
            below += packets;
            below >= place
        });
        reached.map(|(cycles, _)| cycles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::Engine;
    use tailback_spec::switch::top::LATENCY_CYCLES;

    const TWO: &str =
        "Nodes 8\nConnections 2\n0->6 start 0 size 2048000\n2->6 start 0 size 2048000\n";

    fn run(matrix: &str, overrides: &[&str]) -> (Scenario, Latencies) {
        let text = "name = \"t\"\nconfiguration.preset = \"santos-2003\"\n\
            topology = { kind = \"fat-tree\", radix = 4, link_delay_ns = 80 }\n\
            run = { duration_ms = 1, congestion_control = false }\n\
            measure = { from_ms = 0.5, to_ms = 1 }\n\
            patterns.p = { kind = \"htsim-matrix\", file = \"m\" }\n";
        let overrides: Vec<_> = overrides.iter().map(|set| set.parse().expect("set")).collect();
        let file = |_: &str| Ok(matrix.to_owned());
        let scenario = Scenario::from_toml_with(text, &overrides, file).expect("valid");
        let mut engine = Engine::new(&scenario, Latencies::new(&scenario));
        engine.run_until(scenario.duration);
        (scenario, engine.into_sink())
    }

    #[test]
    fn a_packet_alone_takes_the_time_of_links_switches_and_of_itself() {
        let (scenario, latencies) =
            run("Nodes 8\nConnections 1\n0->6 start 0 size 2048000\n", &["run.window=1"]);
        let flow = &scenario.flows[0];
        let paths = scenario.paths();
        let switches = paths.switches(flow).len() as u64;
        let delays = scenario.hosts[flow.from].delay * (switches + 1);
        let alone =
            delays + switches * LATENCY_CYCLES as u64 + scenario.hosts[flow.to].packet_cycles;
        let [latency] = latencies.groups() else { panic!("{latencies:?}") };
        let least = latency.percentile(0.0).expect("packets");
        assert!((alone..alone + 40).contains(&least), "{least}, alone {alone}");
        assert!(latency.percentile(1.0) >= latency.percentile(0.5));
    }

    #[test]
    fn without_a_window_packets_of_two_flows_to_one_host_wait_in_buffers() {
        let (_, one) = run(TWO, &["run.window=1"]);
        let (_, unlimited) = run(TWO, &["run.window=0"]);
        let median =
            |latencies: &Latencies| latencies.groups()[0].percentile(0.5).expect("packets");
        assert!(median(&unlimited) > 3 * median(&one), "{} {}", median(&unlimited), median(&one));
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_latencies() {
        let mut latency = Latency::default();
        assert_eq!(latency.percentile(0.5), None);
        let cycles = |number| number * SHORT / 60;
        (1..=100).rev().for_each(|number| latency.count(cycles(number)));
        let of = |fraction| latency.percentile(fraction).expect("packets");
        let expected = [1, 50, 95, 99, 100].map(cycles);
        assert!(expected[1] < SHORT && expected[2] > SHORT);
        assert_eq!([0.0, 0.5, 0.95, 0.99, 1.0].map(of), expected);
    }
}
