//! Comparison of the results with the claims of the papers.

mod arithmetic;
mod efl;
mod globecom;
mod gran;
mod infocom;
mod pfister;
mod trace;

pub use efl::{series, Pooled, VARIANTS};
pub use globecom::{ratio, THRESHOLDS};
pub use gran::{
    contributors, variation, BENCHMARKS, BENCHMARK_BYTES, CONTRIBUTORS, FAIR_GBIT_PER_S, FLOWS,
    VICTIM,
};
pub use infocom::kind;
pub use pfister::{cold as mean_of_cold, is_cold, outcome as case, CASES, HOT};

use crate::{
    expected::{Check, Paper, Row},
    outcome::Outcome,
    results::Results,
};
use serde::Serialize;

/// Result of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The value is within the tolerance.
    Met,
    /// The value is outside the tolerance.
    NotMet,
    /// No computation exists yet.
    NotRun,
}

impl Verdict {
    /// Returns the verdict in words.
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

/// A row with its result.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// Letter and number.
    pub id: String,
    /// Section of the paper.
    pub place: String,
    /// Claim.
    pub statement: String,
    /// Value in the paper.
    pub expected: String,
    /// Measured value, or the reason why there is none.
    pub ours: String,
    /// Tolerance within which the claim is met.
    pub tolerance: String,
    /// Verdict.
    pub verdict: Verdict,
    /// Remark.
    pub remark: String,
    /// Scenario, if the row uses one.
    pub scenario: Option<String>,
    /// Seed of the scenario.
    pub seed: Option<u64>,
}

/// A paper with its judged rows.
#[derive(Debug, Clone, Serialize)]
pub struct JudgedPaper {
    /// Title.
    pub title: String,
    /// Judged rows.
    pub rows: Vec<Judged>,
}

/// Result of a judging function.
#[derive(Debug)]
struct Found {
    ours: String,
    met: bool,
    scenario: Option<&'static str>,
}

impl Found {
    /// A result of a scenario.
    fn new(scenario: &'static str, ours: String, met: bool) -> Option<Self> {
        Some(Found { ours, met, scenario: Some(scenario) })
    }

    /// A result computed from numbers alone.
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
        Some(b'P') => pfister::found(&row.id, results),
        Some(b'E') => efl::found(&row.id, results),
        _ => None,
    }?;
    Some((found.ours, found.met, found.scenario.map(str::to_owned)))
}

/// Returns a link's name in the papers.
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

/// Utilisation of the root link in percent.
fn root(outcome: &Outcome) -> f64 {
    100.0 * outcome.link("B->root-sink")
}

/// Utilisation of the link between the switches in percent.
fn inter(outcome: &Outcome) -> f64 {
    100.0 * outcome.link("A->B")
}

/// Share of the root link's utilisation that local flows have, in percent.
fn local_share(outcome: &Outcome) -> f64 {
    let (local, remote) = (outcome.rate("local"), outcome.rate("remote"));
    100.0 * local / (local + remote)
}

/// Formats numbers with `digits` decimals, separated by commas.
fn listed(values: impl IntoIterator<Item = f64>, digits: usize) -> String {
    values.into_iter().map(|value| format!("{value:.digits$}")).collect::<Vec<_>>().join(", ")
}

/// Returns the minimum and the maximum.
fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

#[cfg(test)]
pub(crate) mod tests;
