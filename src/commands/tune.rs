//! `tailback tune`: searches for settings of congestion control.

mod files;
mod range;
mod shown;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use tailback_report::{
    runner::{self, Stopped, Task},
    tune::{guideline, search, HotSpot, Key, Measured, Objective, Plan, Settings, Space},
};
use tailback_spec::{
    config::{MarkedBy, Override, Problems},
    fabric::of_engine,
    nic::Response,
    scenario::{Scenario, Sweep},
};

use self::{range::Range, shown::Tuned};
use crate::{
    bad_config::BadConfig,
    commands::fabric::sweep::{store, Drawn},
    failure::Failure,
    files::{self as disk, FileError},
    interrupt::Hold,
    output::{Output, Verdict},
    progress,
    slurm::{self, On, Origin, Reader, Recipes},
};

/// Search for settings of congestion control that suit a network and its load.
///
/// Threshold and marking rate of the switches, increase and timer of the CCTI and the longest gap of a
/// linear table are varied, and each choice is measured in a run of the scenario, without its sweep.
/// Runs are kept in the cache: the same command continues after an interruption.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Scenario with congestion detectors and tables, as `examples/scenarios/pfister05-fig4.toml`.
    #[arg(value_name = "SCENARIO", value_hint = clap::ValueHint::FilePath)]
    path: PathBuf,

    /// Replace a value of the file; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,

    /// Most runs.
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,

    /// Seed of the search.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Objectives, two or more: cold, hot, fairness, oscillation, recovery.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum,
          default_values_t = [Goal::Cold, Goal::Hot])]
    objectives: Vec<Goal>,

    /// Range of a setting: threshold, marking_rate, ccti_increase, ccti_timer or table_most; default: an
    /// eighth to eight times the guideline's value. May be given several times.
    #[arg(long = "range", value_name = "KEY=FROM..TO")]
    ranges: Vec<Range>,

    /// Overloaded host; default: that of the pattern `hot-spot`.
    #[arg(long, value_name = "HOST")]
    hot: Option<String>,

    /// Directory for the settings as OpenSM configuration, register writes and TOML, all runs as CSV,
    /// and plots; created if it does not exist.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,

    #[command(flatten)]
    slurm: slurm::Options,
}

/// Objectives on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    /// Utilisation of the links to other hosts.
    Cold,
    /// Utilisation of the link to the hot host.
    Hot,
    /// Jain's index of the flows that form the hot spot.
    Fairness,
    /// Variation of the hot host's rate.
    Oscillation,
    /// Time after the hot spot until other hosts receive as much as before.
    Recovery,
}

impl Goal {
    fn objective(self) -> Objective {
        Objective::ALL[self as usize]
    }
}

/// The scenario with any settings.
struct Source<'a> {
    arguments: &'a Arguments,
    text: String,
}

impl Source<'_> {
    /// Values that replace those of the file.
    fn changes(&self, settings: Option<&Settings>) -> Vec<Override> {
        let own = settings.map(Settings::overrides).unwrap_or_default();
        [self.arguments.overrides.clone(), own].concat()
    }

    /// The file with all files that it names.
    fn origin(&self) -> Result<Origin, Failure> {
        let directory = self.arguments.path.parent().unwrap_or(Path::new(""));
        let reader = Reader::new(directory);
        self.read(&self.changes(None), |name| reader.read(name))?;
        Ok(reader.origin(self.text.clone()))
    }

    fn with(&self, settings: Option<&Settings>) -> Result<Scenario, Failure> {
        let directory = self.arguments.path.parent().unwrap_or(Path::new(""));
        self.read(&self.changes(settings), |name| disk::read_named(directory, name))
    }

    fn read(
        &self,
        overrides: &[Override],
        file: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Scenario, Failure> {
        let read = Sweep::without(&self.text, overrides, file);
        let read = read.map(|sweep| sweep.points.into_iter().map(|point| point.scenario).next());
        let read = read.and_then(|scenario| match scenario.as_ref().map(of_engine) {
            Some(Err(unfit)) => Err(unfit.located(&self.text, overrides)),
            _ => Ok(scenario),
        });
        let failed = |Problems(problems)| {
            let (file, text) = (self.arguments.path.display().to_string(), self.text.clone());
            Failure::Config(Box::new(BadConfig { file, text, problems }))
        };
        read.map_err(failed)?.ok_or_else(|| usage("the scenario has no runs", None))
    }
}

fn usage(message: impl Into<String>, help: Option<&str>) -> Failure {
    Failure::Usage { message: message.into(), help: help.map(str::to_owned) }
}

/// Runs `tailback tune`.
///
/// # Errors
///
/// If the scenario cannot be read or has problems, has no detectors, tables or hot spot, a range or an
/// objective does not suit it, Ctrl-C was pressed, or the store, a file or standard output cannot be
/// written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let start = Instant::now();
    let source = Source { arguments, text: disk::read_text(&arguments.path)? };
    let scenario = source.with(None)?;
    check(&scenario)?;
    let spot = hot_spot(&scenario, arguments.hot.as_deref())?;
    let plan = plan(&source, &scenario, &spot)?;
    let origin = source.origin()?;
    let kept = std::cell::Cell::new(0);
    let found = {
        let store = store()?;
        let hold = Hold::new();
        let cycles = scenario.duration * plan.runs as u64;
        let drawn = Drawn { bar: progress::bar(output, cycles, "cycles"), hold: &hold };
        let mut done = 0;
        let found = search(&plan, |settings| {
            let scenarios: Result<Vec<Scenario>, Failure> =
                settings.iter().map(|settings| source.with(Some(settings))).collect();
            let scenarios = scenarios?;
            let task = |scenario| Task { scenario, curves: true };
            let tasks: Vec<Task> = scenarios.iter().map(task).collect();
            let changes = settings.iter().map(|one| source.changes(Some(one))).collect();
            let recipes = Recipes { origin: origin.clone(), changes };
            let ran = match arguments.slurm.on(&recipes) {
                On::Cores => {
                    runner::run(&tasks, &store, &drawn).map_err(|stopped| match stopped {
                        Stopped::Asked { done: now } => {
                            Failure::RunsInterrupted { done: done + now, runs: plan.runs }
                        }
                        Stopped::Store(error) => FileError::write(store.directory(), error).into(),
                    })?
                }
                On::Slurm { options, recipes } => slurm::run(&tasks, options, recipes, output)?,
            };
            done += tasks.len();
            kept.set(kept.get() + ran.kept);
            let measured = scenarios.iter().zip(&ran.outcomes);
            let measured: Vec<Measured> = measured
                .map(|(scenario, outcome)| Measured::of(scenario, &spot, outcome))
                .collect();
            lasting(&plan, &measured)?;
            Ok::<_, Failure>(measured)
        });
        drawn.bar.finish_and_clear();
        found?
    };
    let best = source.with(Some(&found.best().settings))?;
    let written = match &arguments.out {
        Some(directory) => {
            let name = arguments.path.display().to_string();
            disk::write_together(directory, &files::all(&name, &best, &plan, &found)?)?
        }
        None => Vec::new(),
    };
    let hot = scenario.hosts[spot.host].name.clone();
    let seconds = start.elapsed().as_secs_f64();
    output.report(&Tuned::new(&scenario, hot, &plan, &found, kept.get(), written, seconds))?;
    Ok(Verdict::Good)
}

/// Checks that the scenario has the registers that are sought.
fn check(scenario: &Scenario) -> Result<(), Failure> {
    let help =
        "set `marking.by = \"detector\"` and `nic.response = \"cct\"` in [configuration], as \
                examples/scenarios/pfister05-fig4.toml";
    let by_detector = scenario.config.marked_by() == MarkedBy::Detector;
    let by_table = scenario.config.nic().response() == Response::Cct;
    if scenario.transport.is_ethernet() || !by_detector || !by_table {
        return Err(usage(
            "the scenario has no congestion detectors and tables to set",
            Some(help),
        ));
    }
    if !scenario.congestion_control || scenario.registers.is_none() {
        let help = "set `run.congestion_control = true`, and add [registers]";
        return Err(usage("the scenario runs without congestion control", Some(help)));
    }
    Ok(())
}

fn hot_spot(scenario: &Scenario, hot: Option<&str>) -> Result<HotSpot, Failure> {
    let Some(name) = hot else {
        let help = "add a pattern of the kind `hot-spot`, or name the host with --hot";
        let none = || usage("the scenario has no hot spot", Some(help));
        return HotSpot::of(scenario).ok_or_else(none);
    };
    let host = scenario.hosts.iter().position(|host| host.name == name);
    let host = host.ok_or_else(|| usage(format!("there is no host `{name}`"), None))?;
    HotSpot::at(scenario, host)
        .ok_or_else(|| usage(format!("no flow goes to the host `{name}`"), None))
}

fn plan(source: &Source, scenario: &Scenario, spot: &HotSpot) -> Result<Plan, Failure> {
    let Arguments { objectives, ranges, runs, seed, .. } = source.arguments;
    let mut goals: Vec<Objective> = objectives.iter().map(|goal| goal.objective()).collect();
    goals.dedup();
    if goals.len() < 2 {
        let help = "the form is --objectives cold,hot,recovery";
        return Err(usage("a search needs at least two different objectives", Some(help)));
    }
    let guideline = guideline(scenario, spot);
    let mut space = Space::around(guideline, scenario);
    for range in ranges {
        space.set(range.key, range.values.clone());
    }
    // Both ends of all ranges are valid settings.
    for end in [u32::MIN, u32::MAX] {
        let settings = space.clamp(Settings([end; Key::ALL.len()]));
        source.with(Some(&settings))?;
    }
    let guideline = space.clamp(guideline);
    Ok(Plan { space, guideline, objectives: goals, runs: *runs as usize, seed: *seed })
}

/// Checks that each objective has a value.
fn lasting(plan: &Plan, measured: &[Measured]) -> Result<(), Failure> {
    let lacks = plan
        .objectives
        .iter()
        .find(|objective| measured.iter().any(|measured| measured.get(**objective).is_none()));
    match lacks {
        None => Ok(()),
        Some(objective) => Err(usage(
            format!("the scenario does not show the objective `{}`", objective.name()),
            Some(
                "the hot spot must begin after three windows (`from_us`, `measure.window_ms`) and end \
                 (`until_us`) before the run does",
            ),
        )),
    }
}
