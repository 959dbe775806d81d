//! A scenario at all points of its sweep.

use super::{table, Arguments};
use crate::{
    failure::Failure,
    files::{self, FileError},
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
    slurm::{self, On, Origin, Recipes},
};
use indicatif::ProgressBar;
use serde::Serialize;
use std::{collections::BTreeSet, path::PathBuf, time::Instant};
use tailback_report::{
    outcome::Outcome,
    runner::{self, Done, Stopped, Task, Watcher},
    store::Store,
    table::{rows, to_csv, to_parquet, Row, VERSION},
};
use tailback_spec::scenario::{Scenario, Sweep};
use tailback_testbench::harness::Cache;

/// A sweep and its results; rates are fractions of a link's rate.
#[derive(Debug, Serialize)]
struct Swept {
    scenario: String,
    about: String,
    points: usize,
    points_kept: usize,
    columns: Vec<String>,
    rows: Vec<Row>,
    files: Vec<PathBuf>,
    seconds: f64,
    version: &'static str,
    /// Points whose fabrics stalled.
    stalls: Vec<Stalled>,
    #[serde(skip)]
    shown: String,
}

/// A point whose fabric stalled, with the stall.
#[derive(Debug, Serialize)]
struct Stalled {
    point: usize,
    at: Vec<String>,
    text: String,
}

impl Report for Swept {
    fn human(&self) -> String {
        let files = self.files.iter().map(|file| format!("{}\n", file.display()));
        let stalls = self.stalls.iter().map(|Stalled { point, at, text }| {
            format!("\npoint {point} ({}) {text}", at.join(", "))
        });
        format!(
            "{}: {}\n\n{}\n\n{} points, {} of them from the cache; {:.1} s\n{}{}",
            self.scenario,
            self.about,
            self.shown,
            self.points,
            self.points_kept,
            self.seconds,
            files.collect::<String>(),
            stalls.collect::<String>(),
        )
    }
}

/// Progress bar that requests a stop on Ctrl-C.
pub struct Drawn<'a> {
    pub bar: ProgressBar,
    pub hold: &'a Hold,
}

impl Watcher for Drawn<'_> {
    fn advance(&self, cycles: u64) {
        self.bar.inc(cycles);
    }

    fn stop(&self) -> bool {
        self.hold.asked()
    }
}

/// Returns the store of outcomes in the user's cache.
///
/// # Errors
///
/// If `TAILBACK_CACHE` is not set, and the user has no home directory.
pub fn store() -> Result<Store, Failure> {
    Ok(Store::at(Cache::of_user()?.root().join("outcomes")))
}

/// Runs tasks, with a progress bar.
///
/// # Errors
///
/// If there is no store, or it cannot be written, or Ctrl-C was pressed
/// ([`Failure::RunsInterrupted`]); also as [`slurm::run`].
pub fn run_all(tasks: &[Task], on: &On, output: &Output) -> Result<Done, Failure> {
    match on {
        On::Cores => on_cores(tasks, output),
        On::Slurm { options, recipes } => slurm::run(tasks, options, recipes, output),
    }
}

/// Runs tasks on all cores of this machine.
fn on_cores(tasks: &[Task], output: &Output) -> Result<Done, Failure> {
    let store = store()?;
    let hold = Hold::new();
    let cycles = tasks.iter().map(|task| task.scenario.duration).sum();
    let drawn = Drawn { bar: progress::bar(output, cycles, "cycles"), hold: &hold };
    let done = runner::run(tasks, &store, &drawn);
    drawn.bar.finish_and_clear();
    done.map_err(|stopped| match stopped {
        Stopped::Asked { done } => Failure::RunsInterrupted { done, runs: tasks.len() },
        Stopped::Store(error) => FileError::write(store.directory(), error).into(),
    })
}

/// Runs a scenario at all points of its sweep.
///
/// # Errors
///
/// As [`run_all`], or if the tables or standard output cannot be written.
pub fn run(
    sweep: &Sweep,
    origin: Origin,
    arguments: &Arguments,
    output: &Output,
) -> Result<Verdict, Failure> {
    let Some(first) = sweep.points.first().map(|point| &point.scenario) else {
        return Ok(Verdict::Good);
    };
    let start = Instant::now();
    let points = sweep.points.iter();
    let tasks: Vec<_> =
        points.map(|point| Task { scenario: &point.scenario, curves: false }).collect();
    let changes = sweep.points.iter().map(|point| {
        // As in the reading of the sweep, options of the command line take precedence.
        [point.overrides.as_slice(), &arguments.overrides].concat()
    });
    let recipes = Recipes { origin, changes: changes.collect() };
    let done = run_all(&tasks, &arguments.slurm.on(&recipes), output)?;
    let rows = rows(sweep, &done.outcomes);
    let files = match &arguments.out {
        Some(directory) => {
            let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
                FileError::write(directory, std::io::Error::other(error))
            };
            let csv = to_csv(sweep, &rows).map_err(|error| failed(error.into()))?;
            let parquet = to_parquet(sweep, &rows).map_err(|error| failed(error.into()))?;
            let name = |ending| format!("{}.{ending}", first.name);
            let files = [(name("csv"), csv.into_bytes()), (name("parquet"), parquet)];
            files::write_together(directory, &files)?
        }
        None => Vec::new(),
    };
    let outcomes = sweep.points.iter().zip(&done.outcomes).enumerate();
    let stalls = outcomes.filter_map(|(number, (point, outcome))| {
        let text = outcome.stall.clone()?;
        Some(Stalled { point: number, at: point.values.clone(), text })
    });
    let stalls: Vec<Stalled> = stalls.collect();
    let verdict = if stalls.is_empty() { Verdict::Good } else { Verdict::Found };
    output.report(&Swept {
        version: VERSION,
        stalls,
        scenario: first.name.clone(),
        about: first.about.clone(),
        points: sweep.points.len(),
        points_kept: done.kept,
        columns: sweep.columns.clone(),
        shown: shown(sweep, first, &done.outcomes),
        rows,
        files,
        seconds: start.elapsed().as_secs_f64(),
    })?;
    Ok(verdict)
}

/// Most links that the table for people has; of more, those that are used most at any point.
const MOST_LISTED: usize = 8;

/// Returns a line for each point: rates of groups, and utilisation of the links between switches
/// and to hosts.
fn shown(sweep: &Sweep, scenario: &Scenario, outcomes: &[Outcome]) -> String {
    let percent = |rate: f64| format!("{:.1} %", rate * 100.0);
    let paths = scenario.paths();
    let used = scenario.flows.iter().flat_map(|flow| paths.all_of_packets(flow));
    let used: BTreeSet<usize> = used.filter(|link| *link >= scenario.hosts.len()).collect();
    let mut links: Vec<String> = used.into_iter().map(|link| scenario.link_name(link)).collect();
    links.sort();
    let others = links.len().saturating_sub(MOST_LISTED);
    if others > 0 {
        let most =
            |link: &String| outcomes.iter().map(|outcome| outcome.link(link)).fold(0.0, f64::max);
        links.sort_by(|one, other| most(other).total_cmp(&most(one)));
        links.truncate(MOST_LISTED);
    }
    let last = |key: &String| key.rsplit('.').next().unwrap_or(key).to_owned();
    let mut header: Vec<_> = sweep.axes.iter().map(|axis| last(&sweep.columns[*axis])).collect();
    header.push("engine".into());
    header.extend(scenario.groups.iter().chain(&links).cloned());
    // Groups with messages that wait for others.
    let sends = |group: &&String| outcomes.iter().any(|outcome| outcome.messages(group).is_some());
    let senders: Vec<&String> = scenario.groups.iter().filter(sends).collect();
    for group in &senders {
        header.extend([format!("{group} µs"), format!("{group} MB/s")]);
    }
    let mut table = table(header);
    for (point, outcome) in sweep.points.iter().zip(outcomes) {
        let mut cells: Vec<_> = sweep.axes.iter().map(|axis| point.values[*axis].clone()).collect();
        cells.push(outcome.engine.clone());
        cells.extend(scenario.groups.iter().map(|group| percent(outcome.rate(group))));
        cells.extend(links.iter().map(|link| percent(outcome.link(link))));
        for group in &senders {
            let (_, mean_us, rate) = outcome.messages(group).unwrap_or_default();
            let shown =
                |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
            cells.extend([mean_us, rate].map(shown));
        }
        table.add_row(cells);
    }
    match others {
        0 => table.trim_fmt(),
        others => format!(
            "{}\n\n{others} other links are used less; --json and --out list them",
            table.trim_fmt()
        ),
    }
}
