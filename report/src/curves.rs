//! Rates over time, as the papers plot them.

use serde::{Deserialize, Serialize};
use tailback_model::fabric::{Record, Sink};
use tailback_spec::scenario::Scenario;

/// Steps of a curve in the width of its sliding window.
const STEPS: u64 = 20;

/// Packets in steps of time; rates are averages over a window of so many steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curves {
    /// Milliseconds of a step.
    pub step_ms: f64,
    /// What a packet in a step is of a link's rate there.
    per_packet: f64,
    /// A curve for each link that carried something.
    links: Vec<(String, Vec<u32>)>,
    /// A curve for each group of flows, at their destinations.
    flows: Vec<(String, Vec<u32>)>,
}

impl Curves {
    /// The rates on a link, each with its time in ms, as a fraction of the link's.
    pub fn link(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        self.links.iter().find(|(link, _)| link == name).map(|(_, packets)| self.slide(packets))
    }

    /// The rates of a group of flows, summed up.
    pub fn group(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        self.flows.iter().find(|(group, _)| group == name).map(|(_, packets)| self.slide(packets))
    }

    /// Averages in a sliding window around each step (INFOCOM'03 §III). At both ends of the run, the
    /// window is what there is of it.
    fn slide(&self, packets: &[u32]) -> Vec<(f64, f64)> {
        let half = STEPS as usize / 2;
        let average = |middle: usize| {
            let window = &packets[middle.saturating_sub(half)..(middle + half).min(packets.len())];
            let count: u32 = window.iter().sum();
            let rate = f64::from(count) * self.per_packet / window.len() as f64;
            (middle as f64 * self.step_ms, rate)
        };
        // Two points in the width of a window show all that it lets through.
        (0..=packets.len()).step_by(half / 2).map(average).collect()
    }
}

/// Counts packets for [`Curves`].
#[derive(Debug)]
pub struct Counter {
    step: u64,
    links: Vec<Vec<u32>>,
    groups: Vec<Vec<u32>>,
    /// For each flow its group, and the last link of its way.
    flows: Vec<(usize, usize)>,
}

impl Counter {
    pub fn new(scenario: &Scenario) -> Self {
        let step = (scenario.rate_window / STEPS).max(1);
        let none = vec![0; scenario.duration.div_ceil(step) as usize];
        let flows = scenario.flows.iter().map(|flow| (flow.group, scenario.downlink(flow.to)));
        Counter {
            step,
            links: vec![none.clone(); scenario.links()],
            groups: vec![none; scenario.groups.len()],
            flows: flows.collect(),
        }
    }

    pub fn finish(self, scenario: &Scenario) -> Curves {
        const NS_PER_MS: f64 = 1e6;
        let links = self.links.into_iter().enumerate();
        // The links of hosts that send show what their flows show.
        let links = links.filter(|(link, packets)| {
            *link >= scenario.hosts.len() && packets.iter().any(|count| *count > 0)
        });
        Curves {
            step_ms: scenario.nanoseconds(self.step) / NS_PER_MS,
            per_packet: scenario.packet_beats() as f64 / self.step as f64,
            links: links.map(|(link, packets)| (scenario.link_name(link), packets)).collect(),
            flows: scenario.groups.iter().cloned().zip(self.groups).collect(),
        }
    }
}

impl Sink for Counter {
    fn record(&mut self, record: &Record) {
        let step = (record.cycle / self.step) as usize;
        let (link, flow) = (usize::from(record.link), usize::from(record.flow));
        self.links[link][step] += 1;
        let (group, last) = self.flows[flow];
        if link == last {
            self.groups[group][step] += 1;
        }
    }
}
