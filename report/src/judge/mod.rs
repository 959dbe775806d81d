//! Whether what we get is what the papers say.

mod arithmetic;
mod globecom;
mod gran;
mod infocom;
mod trace;

pub use globecom::{ratio, THRESHOLDS};
pub use gran::{contributors, variation, CONTRIBUTORS, FAIR_GBIT_PER_S, FLOWS, VICTIM};
pub use infocom::kind;

use crate::{
    expected::{Check, Paper, Row},
    outcome::Outcome,
    results::Results,
};
use serde::Serialize;

/// How a row has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Within the tolerance.
    Met,
    /// Not within it.
    NotMet,
    /// Nothing computes it yet.
    NotRun,
}

impl Verdict {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Met => "met",
            Verdict::NotMet => "not met",
            Verdict::NotRun => "not run",
        }
    }

    fn of(met: bool) -> Self {
        if met {
            Verdict::Met
        } else {
            Verdict::NotMet
        }
    }
}

/// A row and what we get.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// Letter and number.
    pub id: String,
    /// Where in the paper.
    pub place: String,
    /// What is said.
    pub statement: String,
    /// The paper's value.
    pub expected: String,
    /// Ours; or why there is none.
    pub ours: String,
    /// What counts as met.
    pub tolerance: String,
    /// Whether it is.
    pub verdict: Verdict,
    /// Something to know of it.
    pub remark: String,
    /// The scenario, if it takes one.
    pub scenario: Option<String>,
    /// Its seed.
    pub seed: Option<u64>,
}

/// A paper and its rows.
#[derive(Debug, Clone, Serialize)]
pub struct JudgedPaper {
    /// Its title.
    pub title: String,
    /// Its rows.
    pub rows: Vec<Judged>,
}

/// What a function finds.
#[derive(Debug)]
struct Found {
    ours: String,
    met: bool,
    scenario: Option<&'static str>,
}

impl Found {
    /// Of a scenario.
    fn new(scenario: &'static str, ours: String, met: bool) -> Option<Self> {
        Some(Found { ours, met, scenario: Some(scenario) })
    }

    /// Of numbers alone.
    fn computed(ours: impl Into<String>, met: bool) -> Option<Self> {
        Some(Found { ours: ours.into(), met, scenario: None })
    }
}

/// Judges all rows.
pub fn judge(papers: &[Paper], results: &Results) -> Vec<JudgedPaper> {
    let paper = |paper: &Paper| JudgedPaper {
        title: paper.title.clone(),
        rows: paper.rows.iter().map(|row| judge_row(row, results)).collect(),
    };
    papers.iter().map(paper).collect()
}

fn judge_row(row: &Row, results: &Results) -> Judged {
    let (ours, verdict, scenario) = match (&row.not_run, found(row, results)) {
        (Some(why), _) => (why.clone(), Verdict::NotRun, None),
        (None, Some((ours, met, scenario))) => (ours, Verdict::of(met), scenario),
        (None, None) => ("there is no such scenario yet".into(), Verdict::NotRun, None),
    };
    let result = scenario.as_deref().and_then(|name| results.get(name));
    Judged {
        id: row.id.clone(),
        place: row.place.clone(),
        statement: row.statement.clone(),
        expected: row.expected.clone(),
        ours,
        tolerance: row.tolerance.clone(),
        verdict,
        remark: row.remark.clone(),
        seed: result.map(|result| result.seed()),
        scenario,
    }
}

fn found(row: &Row, results: &Results) -> Option<(String, bool, Option<String>)> {
    if let Some(scenario) = &row.scenario {
        let outcome = results.single(scenario)?;
        let values: Option<Vec<_>> = row.checks.iter().map(|check| value(check, outcome)).collect();
        let values = values?;
        let met = row.checks.iter().zip(&values).all(|(check, value)| within(check, *value));
        let texts = row.checks.iter().zip(&values).map(|(check, value)| {
            let name = check.of.split_once(' ').map_or("", |(_, name)| name);
            format!("{} {value:.1} {}", readable(name), check.unit)
        });
        return Some((texts.collect::<Vec<_>>().join(", "), met, Some(scenario.clone())));
    }
    let found = match row.id.as_bytes().first() {
        Some(b'A') => arithmetic::found(&row.id),
        Some(b'I') => infocom::found(&row.id, results),
        Some(b'G') => globecom::found(&row.id, results),
        Some(b'R') => gran::found(&row.id, results),
        _ => None,
    }?;
    Some((found.ours, found.met, found.scenario.map(str::to_owned)))
}

/// Links as the papers call them.
fn readable(name: &str) -> &str {
    match name {
        "A->B" => "inter-switch",
        "B->root-sink" => "root",
        name => name,
    }
}

fn value(check: &Check, outcome: &Outcome) -> Option<f64> {
    match check.of.split_once(' ')? {
        ("link", name) => Some(check.link * outcome.link(name)),
        ("flows", group) => Some(check.link * outcome.rate(group)),
        _ => None,
    }
}

fn within(check: &Check, value: f64) -> bool {
    check.low.is_none_or(|low| value >= low) && check.high.is_none_or(|high| value <= high)
}

/// The root link's use in percent.
fn root(outcome: &Outcome) -> f64 {
    100.0 * outcome.link("B->root-sink")
}

/// That of the link between the switches.
fn inter(outcome: &Outcome) -> f64 {
    100.0 * outcome.link("A->B")
}

/// What local flows have of the root link's use, in percent.
fn local_share(outcome: &Outcome) -> f64 {
    let (local, remote) = (outcome.rate("local"), outcome.rate("remote"));
    100.0 * local / (local + remote)
}

/// Numbers with so many digits after the point, between commas.
fn listed(values: impl IntoIterator<Item = f64>, digits: usize) -> String {
    values.into_iter().map(|value| format!("{value:.digits$}")).collect::<Vec<_>>().join(", ")
}

/// Least and greatest.
fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

#[cfg(test)]
pub(crate) mod tests;
