//! Results of a scenario's run.

mod ethernet;
mod times;

pub use self::ethernet::OverEthernet;
pub use self::times::{Delays, Exchanged};
pub use crate::curves::Curves;

use crate::curves::Counter;
use serde::{Deserialize, Serialize};
use tailback_model::fabric::{
    Counts, Engine, Latencies, MessageTimes, Messages, SizeClass, Summary, Totals,
};
use tailback_spec::scenario::Scenario;

/// Averages of a run, and its curves if requested. Rates are fractions of a link's rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Links that carried packets.
    pub links: Vec<Link>,
    /// Flows; those of a group are adjacent.
    pub flows: Vec<Flow>,
    /// Delays of the packets of each group of flows; none over Ethernet.
    #[serde(default)]
    pub delays: Vec<Delays>,
    /// Slowdown and completion times of messages by size.
    #[serde(default)]
    pub messages: Vec<SizeClass>,
    /// Event counts of the whole run.
    pub counts: Happened,
    /// Rates over time.
    pub curves: Option<Curves>,
    /// Form of the engine: `exact`, `stepped` or `ideal`.
    pub engine: String,
    /// Description of the stall that ended the run.
    pub stall: Option<String>,
    /// Further results, of a run over Ethernet.
    #[serde(default)]
    pub ethernet: Option<OverEthernet>,
}

/// Utilisation of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Link name, as `A->B`.
    pub name: String,
    /// Fraction of the time in which the link carried packets.
    pub utilisation: f64,
}

/// Results of a flow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Flow {
    /// Group of the flow.
    pub group: String,
    /// Rate at the destination.
    pub rate: f64,
    /// Payload throughput at the destination, in Gbit/s.
    pub gbit_per_s: f64,
    /// Packets received at the destination.
    pub packets: u64,
    /// Marked packets among those received.
    pub marked: u64,
    /// Packets that waited in an input buffer when it became full, in the whole run.
    pub in_full_buffers: u64,
    /// Messages of the flow that wait for others, if it has any.
    #[serde(default)]
    pub messages: Option<Exchanged>,
}

/// Event counts of the whole run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Happened {
    /// Data packets sent by hosts.
    pub sent: u64,
    /// Data packets delivered to their destinations.
    pub delivered: u64,
    /// Number of times that an input buffer became full.
    pub buffer_full: u64,
    /// Packets that waited in buffers when these became full.
    pub in_full_buffers: u64,
    /// Number of output triggers.
    pub output_trigger: u64,
}

impl From<Counts> for Happened {
    fn from(counts: Counts) -> Self {
        Happened {
            sent: counts.sent,
            delivered: counts.delivered,
            buffer_full: counts.full,
            in_full_buffers: counts.in_full,
            output_trigger: counts.output_triggers,
        }
    }
}

/// Number of parts in which a run is executed.
const PARTS: u64 = 200;

impl Outcome {
    /// Runs a scenario. `progress` receives the number of cycles executed since its last call, and
    /// returns whether to continue.
    pub fn of(scenario: &Scenario, curves: bool, progress: impl Fn(u64) -> bool) -> Option<Self> {
        if scenario.transport.is_ethernet() {
            return ethernet::of(scenario, progress);
        }
        let counter = curves.then(|| Counter::new(scenario));
        let times = scenario.has_exchanges().then(|| MessageTimes::new(scenario));
        let times = (times, Messages::new(scenario));
        let followed = ((Totals::new(scenario), times), Latencies::new(scenario));
        let mut engine = Engine::new(scenario, (followed, counter));
        let mut now = 0;
        for part in 1..=PARTS {
            let end = (u128::from(scenario.duration) * u128::from(part) / u128::from(PARTS)) as u64;
            engine.run_until(end);
            if !progress(end - now) {
                return None;
            }
            now = end;
            if engine.stall().is_some() {
                progress(scenario.duration - end);
                break;
            }
        }
        let stall = engine.stall().map(|stall| stall.describe(scenario));
        let form = engine.form().to_owned();
        let counts = engine.counts();
        let in_full_buffers: Vec<u64> =
            (0..scenario.flows.len()).map(|flow| engine.in_full_buffers(flow)).collect();
        let (((totals, (times, messages)), latencies), counter) = engine.into_sink();
        let summary = Summary::new(scenario, &totals);
        let link = |(link, utilisation): &(usize, f64)| Link {
            name: scenario.link_name(*link),
            utilisation: *utilisation,
        };
        let flows = scenario.flows.iter().zip(&summary.flows).zip(in_full_buffers);
        Some(Outcome {
            links: summary.links.iter().map(link).collect(),
            flows: flows
                .enumerate()
                .map(|(number, ((flow, got), in_full_buffers))| Flow {
                    group: scenario.groups[flow.group].clone(),
                    rate: got.rate,
                    gbit_per_s: got.gbit_per_s,
                    packets: got.packets,
                    marked: got.marked,
                    in_full_buffers,
                    messages: times
                        .as_ref()
                        .and_then(|times| times.of(number))
                        .map(|times| Exchanged::of(scenario, number, times)),
                })
                .collect(),
            delays: times::delays(scenario, &latencies),
            messages: messages.by_size(scenario),
            counts: counts.into(),
            curves: counter.map(|counter| counter.finish(scenario)),
            engine: form,
            stall,
            ethernet: None,
        })
    }

    /// Returns the utilisation of a link.
    pub fn link(&self, name: &str) -> f64 {
        self.links.iter().find(|link| link.name == name).map_or(0.0, |link| link.utilisation)
    }

    /// Returns the flows of a group.
    pub fn group<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Flow> + Clone {
        self.flows.iter().filter(move |flow| flow.group == name)
    }

    /// Returns the total rate of a group's flows.
    pub fn rate(&self, group: &str) -> f64 {
        self.group(group).map(|flow| flow.rate).sum()
    }

    /// Returns the total throughput of a group's flows, in Gbit/s.
    pub fn gbit_per_s(&self, group: &str) -> f64 {
        self.group(group).map(|flow| flow.gbit_per_s).sum()
    }

    /// Returns the messages of a group's flows that wait for others, if there are any: their number, the
    /// mean time of each in µs, and the mean payload of a flow in 10^6 bytes per second; the latter two
    /// only if there are enough messages.
    pub fn messages(&self, group: &str) -> Option<(u64, Option<f64>, Option<f64>)> {
        let flows: Option<Vec<Exchanged>> = self.group(group).map(|flow| flow.messages).collect();
        let flows = flows.filter(|flows| !flows.is_empty())?;
        Some(times::together(&flows))
    }

    /// Returns the names of the groups of flows.
    pub fn groups(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.flows.iter().map(|flow| flow.group.as_str()).collect();
        names.dedup();
        names
    }
}
