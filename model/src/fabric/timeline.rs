//! Rates of flows and levels of buffers, window by window.

use super::{
    busy::Busy,
    log::{Record, Sink},
};
use std::{borrow::Cow, fmt};
use tailback_spec::scenario::{Paths, Scenario};

/// Tracks flows and input buffers, and reports them at the end of each window of
/// `measure.window_ms`.
pub struct Timeline<'s, F> {
    scenario: &'s Scenario,
    /// Receives each sample.
    show: F,
    /// First cycle after the window.
    end: u64,
    paths: Paths<'s>,
    /// Links of each flow's path; empty if each packet has a path of its own.
    ways: Vec<Vec<usize>>,
    flows: Vec<Now>,
    links: Vec<Now>,
}

/// Events of the window, and the present state.
#[derive(Debug, Clone, Copy, Default)]
struct Now {
    busy: Busy,
    /// Packets in input buffers: those of a flow, or those received over a link.
    stored: u64,
    ipd: u16,
}

/// A flow or an input buffer at the end of a window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample<'s> {
    scenario: &'s Scenario,
    /// End of the window, in cycles.
    pub cycle: u64,
    /// Subject of the sample.
    pub of: Of,
    /// For a flow, its rate at the destination as a fraction of the datapath's rate; for a link,
    /// the fraction of time in which it carried packets.
    pub rate: f64,
    /// Packets in input buffers, from their first beat on the link before to their first beat on
    /// the link behind: those of a flow, or those received over a link. None for a link to a host.
    pub stored: Option<u64>,
    /// A flow's inter-packet delay in packet times, or its CCTI, as of its last record in the
    /// packet log.
    pub ipd: Option<u16>,
}

/// Subject of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A flow.
    Flow(usize),
    /// A directed link, and the input buffer behind it.
    Link(usize),
}

impl Sample<'_> {
    /// Columns of the CSV form of a sample.
    pub const COLUMNS: &'static str = "time_ms,what,name,rate,stored_packets,ipd";
}

/// A line of CSV.
impl fmt::Display for Sample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NS_PER_MS: f64 = 1e6;
        let (what, name) = match self.of {
            Of::Flow(flow) => ("flow", self.scenario.flow_name(flow)),
            Of::Link(link) => ("link", self.scenario.link_name(link)),
        };
        let time = self.scenario.nanoseconds(self.cycle) / NS_PER_MS;
        let stored = self.stored.map(|packets| packets.to_string()).unwrap_or_default();
        let ipd = self.ipd.map(|ipd| ipd.to_string()).unwrap_or_default();
        write!(f, "{time},{what},{name},{:.5},{stored},{ipd}", self.rate)
    }
}

impl<'s, F: FnMut(&Sample<'s>)> Timeline<'s, F> {
    /// A timeline from the beginning of a scenario on.
    pub fn new(scenario: &'s Scenario, show: F) -> Self {
        let paths = scenario.paths();
        Timeline {
            scenario,
            show,
            end: scenario.rate_window,
            ways: match scenario.choices {
                None => scenario.flows.iter().map(|flow| paths.of_packets(flow)).collect(),
                Some(_) => Vec::new(),
            },
            paths,
            flows: vec![Now::default(); scenario.flows.len()],
            links: vec![Now::default(); scenario.links()],
        }
    }

    /// Ends the timeline after so many cycles of the scenario. An incomplete window is not
    /// reported.
    pub fn finish(mut self, cycles: u64) {
        self.until(cycles);
    }

    /// Reports all windows that end by this cycle.
    fn until(&mut self, cycle: u64) {
        let Timeline { scenario, show, end, flows, links, .. } = self;
        let (window, hosts) = (scenario.rate_window, scenario.hosts.len());
        let downlinks = scenario.downlink(0)..scenario.downlink(0) + hosts;
        while *end <= cycle {
            let mut sample = |of, now: &mut Now, slower: f64, stored, ipd| {
                let rate = now.busy.take(*end) as f64 / slower / window as f64;
                show(&Sample { scenario, cycle: *end, of, rate, stored, ipd });
            };
            for (number, now) in flows.iter_mut().enumerate() {
                let (stored, ipd) = (Some(now.stored), Some(now.ipd));
                let link = scenario.downlink(scenario.flows[number].to);
                let slower = scenario.link_cycles(link) as f64 / scenario.packet_beats() as f64;
                sample(Of::Flow(number), now, slower, stored, ipd);
            }
            for (number, now) in links.iter_mut().enumerate() {
                let stored = (!downlinks.contains(&number)).then_some(now.stored);
                sample(Of::Link(number), now, 1.0, stored, None);
            }
            *end += window;
        }
    }
}

impl<'s, F: FnMut(&Sample<'s>)> Sink for Timeline<'s, F> {
    fn record(&mut self, record: &Record) {
        self.until(record.cycle);
        let (link, flow) = (usize::from(record.link), usize::from(record.flow));
        let cycles = self.scenario.link_cycles(link);
        self.links[link].busy.add(record.cycle, cycles);
        let way: Cow<[usize]> = match self.ways.get(flow) {
            Some(way) => way.into(),
            None => self.paths.of_packet(flow, record.sequence).into(),
        };
        let place = way.iter().position(|other| *other == link).unwrap_or_default();
        let flow = &mut self.flows[flow];
        flow.ipd = record.ipd;
        if place > 0 {
            flow.stored -= 1;
            self.links[way[place - 1]].stored -= 1;
        }
        if place + 1 < way.len() {
            flow.stored += 1;
            self.links[link].stored += 1;
        } else {
            flow.busy.add(record.cycle, cycles);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::{Engine, Totals};

    const FIGURE: &str = include_str!("../../../examples/scenarios/infocom03-fig2.toml");

    #[test]
    fn windows_add_up_to_the_averages_and_no_buffer_holds_more_than_it_can() {
        let set = [
            "run.duration_ms=10",
            "measure.from_ms=0",
            "measure.to_ms=10",
            "flows.victim.start_us=0",
        ];
        let set: Vec<_> = set.iter().map(|text| text.parse().expect("override")).collect();
        let set = [set, vec!["flows.victim.stop_us=9000".parse().expect("override")]].concat();
        let scenario = Scenario::from_toml(FIGURE, &set).expect("valid");
        let mut samples = Vec::new();
        let timeline = Timeline::new(&scenario, |sample: &Sample| {
            samples.push((sample.cycle, sample.of, sample.rate, sample.stored));
        });
        let mut engine = Engine::new(&scenario, (Totals::new(&scenario), timeline));
        engine.run_until(scenario.duration);
        let (totals, timeline) = engine.into_sink();
        timeline.finish(scenario.duration);
        let summary = crate::fabric::Summary::new(&scenario, &totals);
        let windows = (scenario.duration / scenario.rate_window) as f64;
        assert_eq!(
            samples.len() as f64,
            windows * (scenario.flows.len() + scenario.links()) as f64
        );
        for link in 0..scenario.links() {
            let of_link = samples.iter().filter(|sample| sample.1 == Of::Link(link));
            let mean = of_link.map(|sample| sample.2).sum::<f64>() / windows;
            assert!(
                (mean - summary.utilisation(link)).abs() < 1e-9,
                "{}",
                scenario.link_name(link)
            );
        }
        let most = samples.iter().filter_map(|(.., of, _, stored)| match of {
            Of::Link(_) => *stored,
            Of::Flow(_) => None,
        });
        // One more may be arriving while another one leaves.
        let packets = scenario.config.switch().packets_per_input() as u64;
        assert!((packets..=packets + 1).contains(&most.max().expect("links")));
    }
}
