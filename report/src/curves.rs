//! Rates over time, in the form of the papers' plots.

use serde::{Deserialize, Serialize};
use tailback_model::fabric::{Record, Sink};
use tailback_spec::scenario::{Flow, Scenario};

/// Steps of a curve per sliding window.
const STEPS: u64 = 20;

/// Packet counts per time step; rates are averages over a window of `STEPS` steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curves {
    /// Length of a step in ms.
    pub step_ms: f64,
    /// Curves of the links that carried packets.
    links: Vec<LinkCurve>,
    /// Rate of one packet per step, as a fraction of the datapath's rate.
    per_packet: f64,
    /// Payload throughput of one packet per step, in Gbit/s.
    gbit_per_s_per_packet: f64,
    /// Curves of the groups of flows, measured at their destinations.
    flows: Vec<(String, Vec<u32>)>,
    /// Mean inter-packet delay (or CCTI) of the packets that a group of flows sent, by window.
    #[serde(default)]
    ipds: Vec<(String, Vec<f32>)>,
}

/// Packet counts of a link. Links may have different rates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LinkCurve {
    name: String,
    /// Rate of one packet per step, as a fraction of this link's rate.
    per_packet: f64,
    packets: Vec<u32>,
}

impl Curves {
    /// Returns the rate of a link over time in ms, as a fraction of the link's rate.
    pub fn link(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        let link = self.links.iter().find(|link| link.name == name)?;
        Some(self.slide(&link.packets, link.per_packet))
    }

    /// Returns the total rate of a group of flows over time in ms, as a fraction of the datapath's
    /// rate.
    pub fn group(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        Some(self.slide(self.packets(name)?, self.per_packet))
    }

    /// Returns the payload throughput of a group of flows in Gbit/s, in adjacent windows, each with
    /// the time of its centre in ms.
    pub fn throughput(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        let window = |(number, packets): (usize, &[u32])| {
            let count: u32 = packets.iter().sum();
            let middle_ms = (number as f64 + 0.5) * STEPS as f64 * self.step_ms;
            (middle_ms, f64::from(count) * self.gbit_per_s_per_packet / STEPS as f64)
        };
        // An incomplete window is dropped.
        let windows = self.packets(name)?.chunks_exact(STEPS as usize);
        Some(windows.enumerate().map(window).collect())
    }

    /// Returns the utilisation of a link in adjacent windows, each with the time of its end in ms.
    pub fn utilisation(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        let link = self.links.iter().find(|link| link.name == name)?;
        Some(self.adjacent(&link.packets, link.per_packet))
    }

    /// Returns the mean utilisation of several links, as [`Self::utilisation`].
    pub fn mean_utilisation(&self, is_one: impl Fn(&str) -> bool) -> Vec<(f64, f64)> {
        let links: Vec<_> = self.links.iter().filter(|link| is_one(&link.name)).collect();
        let count = links.len().max(1) as f64;
        let curves = links.iter().map(|link| self.adjacent(&link.packets, link.per_packet));
        let sum = |mut sum: Vec<(f64, f64)>, curve: Vec<(f64, f64)>| {
            sum.resize(curve.len(), (0.0, 0.0));
            let both = sum.into_iter().zip(curve);
            both.map(|(sum, (time, rate))| (time, sum.1 + rate / count)).collect()
        };
        curves.fold(Vec::new(), sum)
    }

    /// Returns the mean inter-packet delay (or CCTI) of the packets that a group of flows sent in
    /// adjacent windows, each with the time of its end in ms.
    pub fn ipd(&self, group: &str) -> Option<Vec<(f64, f64)>> {
        let (_, means) = self.ipds.iter().find(|(name, _)| name == group)?;
        let times = (1..).map(|number| self.step_ms * STEPS as f64 * f64::from(number));
        Some(times.zip(means.iter().map(|mean| f64::from(*mean))).collect())
    }

    /// Averages in adjacent windows, without an incomplete one at the end.
    fn adjacent(&self, packets: &[u32], per_packet: f64) -> Vec<(f64, f64)> {
        let window = |(number, packets): (usize, &[u32])| {
            let count: u32 = packets.iter().sum();
            let end_ms = (number + 1) as f64 * STEPS as f64 * self.step_ms;
            (end_ms, f64::from(count) * per_packet / STEPS as f64)
        };
        packets.chunks_exact(STEPS as usize).enumerate().map(window).collect()
    }

    fn packets(&self, group: &str) -> Option<&[u32]> {
        self.flows.iter().find(|(name, _)| name == group).map(|(_, packets)| packets.as_slice())
    }

    /// Averages over a sliding window centred on each step (INFOCOM'03 §III). At both ends of the
    /// run, the window is truncated.
    fn slide(&self, packets: &[u32], per_packet: f64) -> Vec<(f64, f64)> {
        let half = STEPS as usize / 2;
        let average = |middle: usize| {
            let window = &packets[middle.saturating_sub(half)..(middle + half).min(packets.len())];
            let count: u32 = window.iter().sum();
            let rate = f64::from(count) * per_packet / window.len() as f64;
            (middle as f64 * self.step_ms, rate)
        };
        // Four points per window show every variation that passes the window.
        (0..=packets.len()).step_by(half / 2).map(average).collect()
    }
}

/// Packet counter that yields [`Curves`].
#[derive(Debug)]
pub struct Counter {
    step: u64,
    links: Vec<Vec<u32>>,
    groups: Vec<Vec<u32>>,
    /// Group, first and last link of each flow's path.
    flows: Vec<(usize, [usize; 2])>,
    /// Sum of the inter-packet delays, and number of packets, by group and window.
    ipds: Vec<Vec<(u64, u32)>>,
}

impl Counter {
    pub fn new(scenario: &Scenario) -> Self {
        let step = (scenario.rate_window / STEPS).max(1);
        let none = vec![0; scenario.duration.div_ceil(step) as usize];
        let ends = |flow: &Flow| [scenario.uplink(flow.from), scenario.downlink(flow.to)];
        let flows = scenario.flows.iter().map(|flow| (flow.group, ends(flow)));
        let windows = scenario.duration.div_ceil(step * STEPS) as usize;
        Counter {
            step,
            links: vec![none.clone(); scenario.links()],
            groups: vec![none; scenario.groups.len()],
            flows: flows.collect(),
            ipds: vec![vec![(0, 0); windows]; scenario.groups.len()],
        }
    }

    pub fn finish(self, scenario: &Scenario) -> Curves {
        const NS_PER_MS: f64 = 1e6;
        let links = self.links.into_iter().enumerate();
        // Links of sending hosts are omitted: their curves equal those of the flows.
        let links = links.filter(|(link, packets)| {
            *link >= scenario.hosts.len() && packets.iter().any(|count| *count > 0)
        });
        let per_packet = |cycles: u64| cycles as f64 / self.step as f64;
        let curve = |(link, packets)| LinkCurve {
            name: scenario.link_name(link),
            per_packet: per_packet(scenario.link_cycles(link)),
            packets,
        };
        Curves {
            step_ms: scenario.nanoseconds(self.step) / NS_PER_MS,
            links: links.map(curve).collect(),
            per_packet: per_packet(scenario.packet_beats()),
            gbit_per_s_per_packet: scenario.gbit_per_s(1.0, self.step),
            flows: scenario.groups.iter().cloned().zip(self.groups).collect(),
            ipds: scenario
                .groups
                .iter()
                .cloned()
                .zip(self.ipds.iter().map(|windows| means(windows)))
                .collect(),
        }
    }
}

/// Means by window; that of a window without a packet is 0.
fn means(windows: &[(u64, u32)]) -> Vec<f32> {
    windows.iter().map(|(sum, count)| *sum as f32 / (*count).max(1) as f32).collect()
}

impl Sink for Counter {
    fn record(&mut self, record: &Record) {
        let step = (record.cycle / self.step) as usize;
        let (link, flow) = (usize::from(record.link), usize::from(record.flow));
        self.links[link][step] += 1;
        let (group, [first, last]) = self.flows[flow];
        if link == first {
            let (sum, count) = &mut self.ipds[group][step / STEPS as usize];
            *sum += u64::from(record.ipd);
            *count += 1;
        }
        if link == last {
            self.groups[group][step] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::outcome::Outcome;
    use tailback_model::fabric::Statistics;
    use tailback_spec::{config::Override, scenario::Scenario};

    const SCENARIO: &str = include_str!("../../examples/scenarios/gran10-fig8a.toml");

    #[test]
    fn a_link_is_measured_by_its_own_rate_and_flows_by_their_payload() {
        let overrides = ["run.duration_ms=60", "measure.from_ms=0", "measure.to_ms=60"];
        let overrides = overrides.map(|text| text.parse::<Override>().expect("override"));
        let scenario = Scenario::from_toml(SCENARIO, &overrides).expect("valid");
        let outcome = Outcome::of(&scenario, true, |_| true).expect("not stopped");
        let curves = outcome.curves.as_ref().expect("curves");
        // 32 Gbit/s between the switches, 16 Gbit/s to the host, which accepts 13.
        for link in ["S1->S2", "S2->H5"] {
            let points = curves.link(link).expect("link").into_iter();
            let mean = Statistics::of(points.map(|(_, rate)| rate)).mean;
            let used = outcome.link(link);
            assert!((mean / used - 1.0).abs() < 0.02, "{link}: {mean}, {used}");
        }
        for flow in ["F1", "F5"] {
            let points = curves.throughput(flow).expect("flow").into_iter();
            let mean = Statistics::of(points.map(|(_, rate)| rate)).mean;
            let rate = outcome.gbit_per_s(flow);
            // A curve counts the last packet whole, a rate only its part before the end.
            assert!((mean / rate - 1.0).abs() < 1e-4, "{flow}: {mean}, {rate}");
        }
    }
}
