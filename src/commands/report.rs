//! `tailback report`: runs the papers' experiments, and compares the results with the papers.

use super::fabric::sweep::{store, Drawn};
use crate::{
    bad_config::BadConfig,
    failure::Failure,
    files::{self, Existing, FileError},
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};
use tailback_report::{
    expected, figures,
    judge::{self, JudgedPaper},
    markdown, page,
    results::{BadScenario, Experiments, Results},
    runner::Stopped,
};
use tailback_spec::config::{Override, Problems};

/// Run the experiments of the papers, and compare the results with the papers.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Write the expectations of the papers, the results and the verdicts, as Markdown.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    markdown: Option<PathBuf>,

    /// Write the page with all figures, as one self-contained file.
    #[arg(long, value_name = "FILE", default_value = "build/report.html",
        value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,

    /// Write each plot as a separate file, in addition to the page.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    svg: Option<PathBuf>,

    /// Replace a value in all scenarios, as readings.nics=immediate; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,

    /// Show only these rows, as `I1,I2`; the files have all rows.
    #[arg(long, value_name = "ROWS", value_delimiter = ',')]
    rows: Vec<String>,
}

/// Verdicts of the rows.
#[derive(Debug, Serialize)]
struct Judgement {
    met: usize,
    not_met: usize,
    not_run: usize,
    papers: Vec<JudgedPaper>,
    runs: usize,
    runs_kept: usize,
    files: Vec<PathBuf>,
    seconds: f64,
}

impl Report for Judgement {
    fn human(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        table.set_header(["", "paper", "result", "tolerance", ""]);
        let rows = self.papers.iter().flat_map(|paper| &paper.rows);
        for row in rows.filter(|row| row.verdict != judge::Verdict::NotRun) {
            let verdict = row.verdict.text();
            table.add_row([&row.id, &row.expected, &row.ours, &row.tolerance, verdict]);
        }
        let files = self.files.iter().map(|file| format!("{}\n", file.display()));
        format!(
            "{}\n\n{} rows are met, {} are not met, {} are not run\n\
            {} runs, {} of them from the cache; {:.1} s\n{}",
            table.trim_fmt(),
            self.met,
            self.not_met,
            self.not_run,
            self.runs,
            self.runs_kept,
            self.seconds,
            files.collect::<String>(),
        )
    }
}

/// Runs `tailback report`.
///
/// # Errors
///
/// If a row does not exist, a scenario has problems with the replaced values, `--out` does not name
/// a file, Ctrl-C was pressed, or a file, the store or standard output cannot be written. A row
/// that is not met is no error.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let start = Instant::now();
    let papers = expected::papers().map_err(Failure::internal)?;
    check_rows(&arguments.rows, &papers)?;
    let results = run_all(&arguments.overrides, output)?;
    let mut papers = judge::judge(&papers, &results);
    let figures = figures::all(&results);
    let svgs = page::svgs(&figures).map_err(Failure::internal)?;
    let html = page::page(&figures, &svgs, &papers, &results).map_err(Failure::internal)?;
    let mut files =
        files::write_together(directory(&arguments.out), &[(name(&arguments.out)?, html)])?;
    if let Some(directory) = &arguments.svg {
        let plots: Vec<_> = svgs.iter().map(|svg| (svg.file.clone(), svg.alone())).collect();
        files.extend(files::write_together(directory, &plots)?);
    }
    if let Some(path) = &arguments.markdown {
        files::write(path, &markdown::page(&papers, &results.replaced), Existing::Replace)?;
        files.push(path.clone());
    }
    let [met, not_met, not_run] = markdown::counts(&papers).map(|(_, count)| count);
    if !arguments.rows.is_empty() {
        papers
            .iter_mut()
            .for_each(|paper| paper.rows.retain(|row| arguments.rows.contains(&row.id)));
    }
    output.report(&Judgement {
        met,
        not_met,
        not_run,
        papers,
        runs: results.all.iter().map(|ran| ran.outcomes.len()).sum(),
        runs_kept: results.kept,
        files,
        seconds: start.elapsed().as_secs_f64(),
    })?;
    Ok(Verdict::Good)
}

/// Checks that all requested rows exist.
fn check_rows(wanted: &[String], papers: &[expected::Paper]) -> Result<(), Failure> {
    let exists =
        |id: &&String| papers.iter().flat_map(|paper| &paper.rows).any(|row| row.id == **id);
    match wanted.iter().find(|id| !exists(id)) {
        Some(id) => Err(Failure::Usage {
            message: format!("there is no row `{id}`"),
            help: Some("docs/reproduction.md lists the rows; the form is --rows I1,G5".into()),
        }),
        None => Ok(()),
    }
}

/// Returns the directory of a file.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the name of a file.
fn name(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| Failure::Usage {
        message: format!("`{}` is not the name of a file", path.display()),
        help: Some("the form is --out build/report.html".into()),
    })
}

/// Runs all scenarios on all cores, with a progress bar.
fn run_all(overrides: &[Override], output: &Output) -> Result<Results, Failure> {
    let experiments = Experiments::read(overrides).map_err(|bad| {
        let BadScenario { file, text, problems: Problems(problems) } = bad;
        Failure::Config(Box::new(BadConfig { file, text: text.into(), problems }))
    })?;
    let store = store()?;
    let hold = Hold::new();
    let bar = progress::bar(output, experiments.cycles(), "cycles");
    let drawn = Drawn { bar: bar.clone(), hold: &hold };
    let runs = experiments.runs();
    let results = Results::run(experiments, &store, &drawn);
    bar.finish_and_clear();
    results.map_err(|stopped| match stopped {
        Stopped::Asked { done } => Failure::RunsInterrupted { done, runs },
        Stopped::Store(error) => FileError::write(store.directory(), error).into(),
    })
}
