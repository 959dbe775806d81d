//! A congestion tree in time, as a page or as CSV.

use crate::{
    failure::Failure,
    files::{self, Existing, Stream},
};
use std::path::{Path, PathBuf};
use tailback_model::fabric::{Engine, Sink, Snapshot, Snapshots};
use tailback_report::tree::{self, Recording, Run};
use tailback_spec::scenario::Scenario;

/// Instants without `--tree-instants`.
const INSTANTS: &str = "200";
/// Most instants.
const MOST_INSTANTS: u64 = 10_000;

/// Options of a recorded congestion tree.
#[derive(Debug, clap::Args)]
pub struct TreeOptions {
    /// Write which input buffers are full when: a page if FILE ends in .html, or CSV if it ends in .csv.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath,
          conflicts_with_all = ["twin", "out", "on"])]
    pub tree: Option<PathBuf>,

    /// Number of instants, at equal distances.
    #[arg(long, value_name = "N", default_value = INSTANTS, requires = "tree",
          value_parser = clap::value_parser!(u64).range(1..=MOST_INSTANTS))]
    tree_instants: u64,

    /// Time before the first instant, in ms (default 0).
    #[arg(long, value_name = "MS", requires = "tree", value_parser = time)]
    tree_from: Option<f64>,

    /// Time of the last instant, in ms (default: the end of the run).
    #[arg(long, value_name = "MS", requires = "tree", value_parser = time)]
    tree_to: Option<f64>,
}

/// Parses a time in ms.
fn time(text: &str) -> Result<f64, String> {
    let time: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    match time.is_finite() && time >= 0.0 {
        true => Ok(time),
        false => Err(format!("{time} is not a time")),
    }
}

/// The command line, as a shell reads it.
fn command() -> String {
    let word = |word: std::ffi::OsString| {
        let word = word.to_string_lossy().into_owned();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    let words = std::env::args_os().skip(1).map(word);
    std::iter::once("tailback".into()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Form of the file.
enum To {
    /// Each snapshot is written as it is taken.
    Csv(Stream),
    Page(Recording),
}

/// Takes snapshots of a run.
pub struct Recorder<'s> {
    scenario: &'s Scenario,
    path: &'s Path,
    to: To,
    /// First cycle of the time of the snapshots, and their number.
    from: u64,
    cycles: u64,
    instants: u64,
    /// Instants that have passed; the one with the number 0 ends the time before, and is not shown.
    passed: u64,
}

impl<'s> Recorder<'s> {
    /// A recorder of a scenario, if the options request one.
    ///
    /// # Errors
    ///
    /// If the name of the file ends neither in `.html` nor in `.csv`, the run has no cycle between the first
    /// and the last instant, or the file cannot be created.
    pub fn new(scenario: &'s Scenario, options: &'s TreeOptions) -> Result<Option<Self>, Failure> {
        let Some(path) = options.tree.as_deref() else { return Ok(None) };
        let usage = |message: &str, help: &str| Failure::Usage {
            message: message.into(),
            help: Some(help.into()),
        };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let to = match ending.as_deref() {
            Some("html" | "htm") => To::Page(Recording::default()),
            Some("csv") => {
                let mut file = Stream::new(path)?;
                file.line(format_args!("{}", tree::COLUMNS));
                To::Csv(file)
            }
            _ => {
                let message = "the file of --tree is neither a page nor CSV";
                return Err(usage(message, "let its name end in .html or .csv"));
            }
        };
        const NS_PER_MS: f64 = 1e6;
        let cycles = |time: f64| (time * NS_PER_MS / scenario.nanoseconds(1)).round() as u64;
        let from = options.tree_from.map_or(0, cycles);
        let end = options.tree_to.map_or(scenario.duration, cycles).min(scenario.duration);
        if from >= end {
            let message = "there is no time between --tree-from and --tree-to in the run";
            return Err(usage(message, "choose a time before the end of the run, run.duration_ms"));
        }
        let (cycles, instants) = (end - from, options.tree_instants.min(end - from));
        Ok(Some(Recorder { scenario, path, to, from, cycles, instants, passed: 0 }))
    }

    /// The next instant, unless all have passed.
    fn next(&self) -> Option<u64> {
        let part = u128::from(self.cycles) * u128::from(self.passed) / u128::from(self.instants);
        (self.passed <= self.instants).then(|| self.from + part as u64)
    }

    /// Runs an engine until just before a cycle, with a snapshot at each instant up to it; `of` selects the
    /// part of the engine's sink that follows the links.
    pub fn run_until<S: Sink>(
        &mut self,
        engine: &mut Engine<S>,
        end: u64,
        of: impl Fn(&mut S) -> Option<&mut Snapshots>,
    ) {
        while let Some(instant) = self.next().filter(|instant| *instant <= end) {
            engine.run_until(instant);
            if engine.stall().is_some() {
                return;
            }
            let blocks = engine.blocks_in_use();
            if let Some(snapshots) = of(engine.sink_mut()) {
                let snapshot = snapshots.take(instant, blocks);
                if self.passed > 0 {
                    self.add(&snapshot);
                }
            }
            self.passed += 1;
        }
    }

    fn add(&mut self, snapshot: &Snapshot) {
        match &mut self.to {
            To::Csv(file) => {
                let lines = tree::lines(self.scenario, snapshot);
                file.line(format_args!("{}", lines.trim_end()));
            }
            To::Page(recording) => recording.add(snapshot),
        }
    }

    /// Completes the file; `engine` is the form of the engine in words.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the page not be made.
    pub fn finish(self, engine: &str) -> Result<(), Failure> {
        match self.to {
            To::Csv(file) => Ok(file.finish()?),
            To::Page(recording) => {
                let run = Run { scenario: self.scenario, engine, command: &command() };
                let page = tree::page(&run, &recording).map_err(Failure::internal)?;
                Ok(files::write(self.path, &page, Existing::Replace)?)
            }
        }
    }
}
