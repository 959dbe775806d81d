//! The scenarios of the papers, and their results.

use crate::{
    outcome::Outcome,
    runner::{self, Stopped, Task, Watcher},
    store::Store,
};
use tailback_spec::{
    config::{Override, Problems},
    fabric::of_engine,
    scenario::{Point, Sweep},
};

/// A scenario file that the report runs.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    /// Name in the rows.
    pub name: &'static str,
    /// File in `examples/scenarios/`, without its extension.
    pub file: &'static str,
    text: &'static str,
    /// Values replaced in the file.
    overrides: &'static [&'static str],
    /// True if each point of the sweep needs rates over time.
    over_time: bool,
}

macro_rules! source {
    ($file:literal) => {
        source!($file, $file, &[])
    };
    ($name:literal, $file:literal, $overrides:expr) => {
        Source {
            name: $name,
            file: $file,
            text: include_str!(concat!("../examples/scenarios/", $file, ".toml")),
            overrides: $overrides,
            over_time: false,
        }
    };
}

/// All scenarios that are run.
pub const SOURCES: &[Source] = &[
    source!("infocom03-fig2"),
    source!("infocom03-fig3b"),
    source!("infocom03-fig3c"),
    source!("infocom03-fig3d"),
    source!("infocom03-fig4a"),
    source!("infocom03-fig4a-long", "infocom03-fig4a", LONG),
    source!("infocom03-fig4a-longer", "infocom03-fig4a", LONGER),
    source!("infocom03-fig4b"),
    source!("infocom03-fig6"),
    source!("infocom03-fig6-immediate", "infocom03-fig6", &[IMMEDIATE]),
    source!("infocom03-fig6-continuous", "infocom03-fig6", &["readings.rates=continuous"]),
    source!("infocom03-fig7a"),
    source!("infocom03-fig7b"),
    source!("globecom02-fig2"),
    source!("globecom02-fig3a"),
    source!("globecom02-fig3a-immediate", "globecom02-fig3a", &[IMMEDIATE]),
    source!("globecom02-fig3a-blocked", "globecom02-fig3a", &[BLOCKED]),
    source!("globecom02-fig3b"),
    source!("globecom02-fig3c"),
    source!("globecom02-fig3d"),
    source!("globecom02-fig4"),
    source!("globecom02-fig4-immediate", "globecom02-fig4", &[IMMEDIATE, FOUR_PACKETS]),
    source!("globecom02-fig4-blocked", "globecom02-fig4", &[BLOCKED, FOUR_PACKETS]),
    source!("globecom02-iv-c"),
    source!("gran10-fig7a"),
    source!("gran10-fig7b"),
    source!("gran10-fig8a"),
    source!("gran10-fig8b"),
    source!("gran10-fig10a"),
    source!("gran10-fig10b"),
    source!("gran10-threshold", "gran10-fig8b", &["sweep.registers.threshold=[1, 4, 8, 12, 15]"]),
    Source { over_time: true, ..source!("gran10-sweep") },
    source!("gran10-fig9"),
    source!("gran10-fig9-control", "gran10-fig9", &[CONTROLLED]),
    source!("gran10-fig9-alone", "gran10-fig9", ALONE),
    source!("gran10-table3"),
    source!("gran10-table3-control", "gran10-table3", &[CONTROLLED]),
    source!("gran10-table3-alone", "gran10-table3", ALONE),
    source!("gran10-table3-ring", "gran10-table3", RING),
    source!("gran10-table3-ring-control", "gran10-table3", RING_CONTROLLED),
    source!("gran10-table3-ring-alone", "gran10-table3", RING_ALONE),
    source!("gran10-fig13", "gran10-fig7b", &["registers.ccti_timer=2000"]),
    Source { over_time: true, ..source!("pfister05-fig3") },
    source!("pfister05-fig3-turns", "pfister05-fig3", &[TURNS, IN_HOT_SPOT]),
    source!("pfister05-fig3-spread", "pfister05-fig3", &[SPREAD, IN_HOT_SPOT]),
    source!("pfister05-fig3-turns-spread", "pfister05-fig3", &[TURNS, SPREAD, IN_HOT_SPOT]),
    Source { over_time: true, ..source!("pfister05-fig4") },
    Source { over_time: true, ..source!("pfister05-fig5") },
    Source { over_time: true, ..source!("pfister05-recovery") },
    Source { over_time: true, ..source!("pfister05-longest") },
    source!("pfister05-range"),
    source!("pfister05-onset"),
    source!("shimonishi07-fig6"),
    source!("shimonishi07-fig7"),
    source!("shimonishi07-fig10"),
];

/// Run length of the papers' averages.
const LONG: &[&str] = &["run.duration_ms=500", "measure.from_ms=100", "measure.to_ms=500"];
/// Run length with ten times as many windows.
const LONGER: &[&str] = &["run.duration_ms=4100", "measure.from_ms=100", "measure.to_ms=4100"];

/// Congestion control in scenarios that run without.
const CONTROLLED: &str = "run.congestion_control=true";
/// The time before the contributors start.
const FROM: &str = "measure.from_ms=2";
const TO: &str = "measure.to_ms=20";
const SHORT: &str = "run.duration_ms=21";
const ALONE: &[&str] = &[FROM, TO, SHORT];
/// A ring of four processes on two hosts, in which all neighbours are on the other host.
const KIND: &str = "patterns.F1.kind=ring-exchange";
const PROCESSES: &str = "patterns.F1.processes=2";
const ORDER: &str = "patterns.F1.order=spread";
const RING: &[&str] = &[KIND, PROCESSES, ORDER];
const RING_CONTROLLED: &[&str] = &[KIND, PROCESSES, ORDER, CONTROLLED];
const RING_ALONE: &[&str] = &[KIND, PROCESSES, ORDER, FROM, TO, SHORT];

/// NICs that take no time: the reference for readings that are not implemented in hardware, which
/// run with such NICs only.
const IMMEDIATE: &str = "readings.nics=immediate";
/// No marks on a link that lacked credits within this time: 48 packet times (Globecom'02 footnote
/// 4).
const BLOCKED: &str = "readings.unmarked_after_blocked_us=100";
/// Flows of a host that take turns, and paths that are random for each flow.
const TURNS: &str = "readings.sources=round-robin";
const SPREAD: &str = "routing.kind=random";
/// Ends the run with the hot spot.
const IN_HOT_SPOT: &str = "run.duration_ms=9";
const FOUR_PACKETS: &str = "configuration.switch.packets_per_input=4";

impl Source {
    /// Whether a value can be replaced in the scenario: readings are of InfiniBand.
    fn can_replace(&self, change: &Override) -> bool {
        let is_ethernet = self.text.contains("transport = \"efl\"");
        !(is_ethernet && change.key.starts_with("readings."))
    }

    /// Reads the scenario at all points of its sweep, with some values replaced.
    fn read(&self, replaced: &[Override]) -> Result<Sweep, BadScenario> {
        let overrides = self.overrides.iter().filter_map(|text| text.parse().ok());
        let replaced = replaced.iter().filter(|change| self.can_replace(change));
        let overrides: Vec<Override> = overrides.chain(replaced.cloned()).collect();
        let sweep = Sweep::from_toml(self.text, &overrides);
        let possible = sweep.and_then(|sweep| {
            let unfit = sweep.points.iter().find_map(|point| of_engine(&point.scenario).err());
            unfit.map_or(Ok(sweep), |unfit| Err(unfit.located(self.text, &overrides)))
        });
        possible.map_err(|problems| BadScenario {
            file: format!("{DIRECTORY}/{}.toml", self.file),
            text: self.text,
            problems,
        })
    }
}

/// Directory of the scenario files.
const DIRECTORY: &str = "examples/scenarios";

/// Returns the replaced values as command-line options.
pub fn words(replaced: &[Override]) -> String {
    let set = replaced.iter().map(|change| {
        let change = format!("{}={}", change.key, change.value);
        let plain = |c: char| c.is_ascii_alphanumeric() || "._=-".contains(c);
        match change.chars().all(plain) {
            true => format!(" --set {change}"),
            false => format!(" --set '{}'", change.replace('\'', r"'\''")),
        }
    });
    set.collect()
}

/// A scenario that is not possible with the replaced values.
#[derive(Debug, thiserror::Error)]
#[error("{file} is not possible: {problems}")]
pub struct BadScenario {
    /// Scenario file.
    pub file: String,
    /// Text of the file.
    pub text: &'static str,
    /// Problems in the file.
    pub problems: Problems,
}

/// The scenarios of the papers at all points of their sweeps.
#[derive(Debug)]
pub struct Experiments {
    /// Sweeps, in the order of [`SOURCES`].
    pub sweeps: Vec<Sweep>,
    /// Values replaced in every scenario.
    replaced: Vec<Override>,
}

impl Experiments {
    /// Reads all scenarios, with some values replaced in each.
    ///
    /// # Errors
    ///
    /// If a scenario has problems with the replaced values, or has a limit that the engine does not
    /// implement ([`of_engine`]).
    pub fn read(replaced: &[Override]) -> Result<Self, BadScenario> {
        let sweeps =
            SOURCES.iter().map(|source| source.read(replaced)).collect::<Result<_, _>>()?;
        Ok(Experiments { sweeps, replaced: replaced.into() })
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.sweeps.iter().map(|sweep| sweep.points.len()).sum()
    }

    /// Total cycles of all runs.
    pub fn cycles(&self) -> u64 {
        let points = self.sweeps.iter().flat_map(|sweep| &sweep.points);
        points.map(|point| point.scenario.duration).sum()
    }
}

/// A scenario with its results.
#[derive(Debug)]
pub struct Ran {
    /// Source of the scenario.
    pub source: Source,
    /// Points of the sweep.
    pub sweep: Sweep,
    /// Outcome at each point.
    pub outcomes: Vec<Outcome>,
}

impl Ran {
    /// Seed of the runs.
    pub fn seed(&self) -> u64 {
        self.sweep.points.first().map_or(0, |point| point.scenario.seed)
    }

    /// Returns the points with their outcomes.
    pub fn points(&self) -> impl Iterator<Item = (&Point, &Outcome)> + Clone {
        self.sweep.points.iter().zip(&self.outcomes)
    }

    /// Returns the index of the first column whose key ends with `key`.
    fn column(&self, key: &str) -> Option<usize> {
        self.sweep.columns.iter().position(|column| column.ends_with(key))
    }

    /// Returns a point's value in the column whose key ends with `key`.
    pub fn value<'a>(&self, point: &'a Point, key: &str) -> &'a str {
        self.column(key).map_or("", |column| &point.values[column])
    }

    /// Returns the distinct values of the column whose key ends with `key`, in their order.
    pub fn values(&self, key: &str) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for point in &self.sweep.points {
            let value = self.value(point, key);
            if !values.iter().any(|other| other == value) {
                values.push(value.to_owned());
            }
        }
        values
    }

    /// Returns a curve: for the points whose columns match `at`, the value on the axis and the
    /// outcome.
    pub fn along(&self, axis: &str, at: &[(&str, &str)]) -> Vec<(f64, &Outcome)> {
        let wanted = |point: &Point| at.iter().all(|(key, value)| self.value(point, key) == *value);
        let points = self.points().filter(|(point, _)| wanted(point));
        points
            .filter_map(|(point, outcome)| Some((self.value(point, axis).parse().ok()?, outcome)))
            .collect()
    }
}

/// Results of all scenarios.
#[derive(Debug)]
pub struct Results {
    /// Results, in the order of [`SOURCES`].
    pub all: Vec<Ran>,
    /// Number of runs taken from the store.
    pub kept: usize,
    /// Values replaced in every scenario.
    pub replaced: Vec<Override>,
}

impl Results {
    /// Returns the scenario of a name.
    pub fn get(&self, name: &str) -> Option<&Ran> {
        self.all.iter().find(|result| result.source.name == name)
    }

    /// Returns the outcome of a scenario's first run.
    pub fn single(&self, name: &str) -> Option<&Outcome> {
        self.get(name).and_then(|result| result.outcomes.first())
    }

    /// Returns the command that runs a scenario.
    pub fn command(&self, ran: &Ran) -> String {
        let own = ran.source.overrides.iter().filter_map(|text| text.parse().ok());
        let all: Vec<Override> = own.chain(self.replaced.iter().cloned()).collect();
        format!("tailback fabric {DIRECTORY}/{}.toml{}", ran.source.file, words(&all))
    }

    /// Runs all scenarios. Single runs get curves, and so do sweeps that request them.
    ///
    /// # Errors
    ///
    /// As [`runner::run`].
    pub fn run(
        experiments: Experiments,
        store: &Store,
        watcher: &dyn Watcher,
    ) -> Result<Self, Stopped> {
        let Experiments { sweeps, replaced } = experiments;
        let both = SOURCES.iter().zip(&sweeps);
        let tasks: Vec<Task> = both.flat_map(|(source, sweep)| tasks(source, sweep)).collect();
        let done = runner::run(&tasks, store, watcher)?;
        let mut outcomes = done.outcomes.into_iter();
        let all = SOURCES.iter().zip(sweeps).map(|(source, sweep)| {
            let outcomes = outcomes.by_ref().take(sweep.points.len()).collect();
            Ran { source: *source, sweep, outcomes }
        });
        Ok(Results { all: all.collect(), kept: done.kept, replaced })
    }
}

/// Returns the runs of a scenario.
fn tasks<'s>(source: &Source, sweep: &'s Sweep) -> impl Iterator<Item = Task<'s>> {
    let curves = source.over_time || sweep.is_single();
    sweep.points.iter().map(move |point| Task { scenario: &point.scenario, curves })
}
