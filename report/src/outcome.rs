//! What a run of a scenario gives.

pub use crate::curves::Curves;

use crate::curves::Counter;
use serde::{Deserialize, Serialize};
use tailback_model::fabric::{Counts, Engine, Summary, Totals};
use tailback_spec::scenario::Scenario;

/// The averages of a run, and its curves if they were asked for. Rates are fractions of a link's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Links that carried something.
    pub links: Vec<Link>,
    /// Flows, those of a group side by side.
    pub flows: Vec<Flow>,
    /// What happened in the whole run.
    pub counts: Happened,
    /// Rates over time.
    pub curves: Option<Curves>,
    /// The form of the engine: `exact` or `ideal`.
    pub engine: String,
    /// The stall that ended the run, in words.
    pub stall: Option<String>,
}

/// How much a link was used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its name, as `A->B`.
    pub name: String,
    /// The part of the time in which it carried packets.
    pub utilisation: f64,
}

/// What a flow got.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Flow {
    /// Its group.
    pub group: String,
    /// Its rate at its destination.
    pub rate: f64,
    /// Its throughput there, of payload, in Gbit/s.
    pub gbit_per_s: f64,
    /// Packets there.
    pub packets: u64,
    /// Those of them that came marked.
    pub marked: u64,
    /// Packets that waited in an input buffer as it became full, in the whole run.
    pub in_full_buffers: u64,
}

/// What happened in the whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Happened {
    /// Data packets that hosts have sent.
    pub sent: u64,
    /// Data packets that have reached their destination.
    pub delivered: u64,
    /// Times that an input buffer has become full.
    pub buffer_full: u64,
    /// Packets that waited in full buffers then.
    pub in_full_buffers: u64,
    /// Times that the output trigger has fired.
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

/// Parts in which a run is done.
const PARTS: u64 = 200;

impl Outcome {
    /// Runs a scenario. `told` hears how many cycles are done since the last time, and whether to go
    /// on is its answer.
    pub fn of(scenario: &Scenario, curves: bool, told: impl Fn(u64) -> bool) -> Option<Self> {
        let counter = curves.then(|| Counter::new(scenario));
        let mut engine = Engine::new(scenario, (Totals::new(scenario), counter));
        let mut now = 0;
        for part in 1..=PARTS {
            let end = (u128::from(scenario.duration) * u128::from(part) / u128::from(PARTS)) as u64;
            engine.run_until(end);
            if !told(end - now) {
                return None;
            }
            now = end;
            if engine.stall().is_some() {
                told(scenario.duration - end);
                break;
            }
        }
        let stall = engine.stall().map(|stall| stall.describe(scenario));
        let form = engine.form().to_owned();
        let counts = engine.counts();
        let in_full_buffers: Vec<u64> =
            (0..scenario.flows.len()).map(|flow| engine.in_full_buffers(flow)).collect();
        let (totals, counter) = engine.into_sink();
        let summary = Summary::new(scenario, &totals);
        let link = |(link, utilisation): &(usize, f64)| Link {
            name: scenario.link_name(*link),
            utilisation: *utilisation,
        };
        let flows = scenario.flows.iter().zip(&summary.flows).zip(in_full_buffers);
        Some(Outcome {
            links: summary.links.iter().map(link).collect(),
            flows: flows
                .map(|((flow, got), in_full_buffers)| Flow {
                    group: scenario.groups[flow.group].clone(),
                    rate: got.rate,
                    gbit_per_s: got.gbit_per_s,
                    packets: got.packets,
                    marked: got.marked,
                    in_full_buffers,
                })
                .collect(),
            counts: counts.into(),
            curves: counter.map(|counter| counter.finish(scenario)),
            engine: form,
            stall,
        })
    }

    /// Utilisation of a link.
    pub fn link(&self, name: &str) -> f64 {
        self.links.iter().find(|link| link.name == name).map_or(0.0, |link| link.utilisation)
    }

    /// The flows of a group.
    pub fn group<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Flow> + Clone {
        self.flows.iter().filter(move |flow| flow.group == name)
    }

    /// What the flows of a group get together.
    pub fn rate(&self, group: &str) -> f64 {
        self.group(group).map(|flow| flow.rate).sum()
    }

    /// The throughput of a group, in Gbit/s.
    pub fn gbit_per_s(&self, group: &str) -> f64 {
        self.group(group).map(|flow| flow.gbit_per_s).sum()
    }

    /// The names of the groups of flows.
    pub fn groups(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.flows.iter().map(|flow| flow.group.as_str()).collect();
        names.dedup();
        names
    }
}
