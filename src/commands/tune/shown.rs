//! Report of a search.

use std::path::PathBuf;

use serde::Serialize;
use tailback_report::{
    table::VERSION,
    tune::{Key, Objective, Plan, Run, Searched},
};
use tailback_spec::scenario::Scenario;

use crate::{commands::fabric::table, output::Report};

/// Most runs of the front that the table for people has.
const MOST_LISTED: usize = 12;

/// A search and its result.
#[derive(Debug, Serialize)]
pub struct Tuned {
    scenario: String,
    about: String,
    version: &'static str,
    seed: u64,
    hot_host: String,
    objectives: Vec<Objective>,
    /// Names of the settings of each run, in order.
    settings: [&'static str; Key::ALL.len()],
    guideline: Run,
    best: Run,
    front: Vec<Run>,
    runs: usize,
    runs_kept: usize,
    files: Vec<PathBuf>,
    seconds: f64,
}

impl Tuned {
    pub fn new(
        scenario: &Scenario,
        hot_host: String,
        plan: &Plan,
        found: &Searched,
        runs_kept: usize,
        files: Vec<PathBuf>,
        seconds: f64,
    ) -> Self {
        let mut front: Vec<Run> = found.runs.iter().filter(|run| run.on_front).copied().collect();
        front.sort_by(|a, b| b.measured.cold.total_cmp(&a.measured.cold));
        Tuned {
            scenario: scenario.name.clone(),
            about: scenario.about.clone(),
            version: VERSION,
            seed: plan.seed,
            hot_host,
            objectives: plan.objectives.clone(),
            settings: Key::ALL.map(Key::name),
            guideline: *found.guideline(),
            best: *found.best(),
            front,
            runs: found.runs.len(),
            runs_kept,
            files,
            seconds,
        }
    }
}

impl Report for Tuned {
    fn human(&self) -> String {
        let names = self.settings.iter().map(|name| (*name).to_owned());
        let objectives = Objective::ALL.map(|objective| match objective {
            Objective::Recovery => "recovery, ms".to_owned(),
            other => other.name().to_owned(),
        });
        let header: Vec<String> =
            std::iter::once(String::new()).chain(names).chain(objectives).collect();
        let mut shown = table(header);
        let mut row = |name: String, run: &Run| {
            let settings = run.settings.0.iter().map(u32::to_string);
            let values = Objective::ALL.map(|objective| {
                let digits = if objective == Objective::Recovery { 2 } else { 4 };
                let value = run.measured.get(objective);
                value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
            });
            let cells: Vec<String> = std::iter::once(name).chain(settings).chain(values).collect();
            shown.add_row(cells);
        };
        row("guideline".into(), &self.guideline);
        row("best".into(), &self.best);
        for (number, run) in self.front.iter().take(MOST_LISTED).enumerate() {
            row(format!("front {}", number + 1), run);
        }
        let more = match self.front.len().saturating_sub(MOST_LISTED) {
            0 => String::new(),
            more => format!("and {more} more on the front, in runs.csv of --out\n"),
        };
        let files = self.files.iter().map(|file| format!("{}\n", file.display()));
        let objectives: Vec<_> = self.objectives.iter().map(|one| one.name()).collect();
        format!(
            "{}: {}\nhot host {}, objectives {}, seed {}\n\n{}\n{more}\n\
            {} runs, {} of them from the cache; {:.1} s\n{}",
            self.scenario,
            self.about,
            self.hot_host,
            objectives.join(" and "),
            self.seed,
            shown.trim_fmt(),
            self.runs,
            self.runs_kept,
            self.seconds,
            files.collect::<String>(),
        )
    }
}
