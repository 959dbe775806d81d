//! Claims of the papers: the rows of `expected/*.toml`.

use serde::Deserialize;

/// A paper, or the claims common to several papers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Authors, conference and year.
    pub title: String,
    /// Claims of the paper.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// A claim that can be checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Letter of the paper, and number of the row.
    pub id: String,
    /// Section of the paper.
    pub place: String,
    /// Claim, paraphrased.
    pub statement: String,
    /// Value in the paper, or the order of several values.
    pub expected: String,
    /// Tolerance within which the claim is met.
    pub tolerance: String,
    /// Remark.
    #[serde(default)]
    pub remark: String,
    /// Reason for the lack of a computation.
    #[serde(default)]
    pub not_run: Option<String>,
    /// Scenario of `checks`.
    #[serde(default)]
    pub scenario: Option<String>,
    /// Checked values of that scenario, if it is a single run. A row without them has a function of
    /// its own.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// A value of a run, with its bounds.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// `link NAME` for the utilisation of a link, or `flows GROUP` for the rate of a group of
    /// flows.
    pub of: String,
    /// Rate of the whole link, in the unit of the row.
    #[serde(default = "hundred")]
    pub link: f64,
    /// Unit of the row.
    #[serde(default = "percent")]
    pub unit: String,
    /// Lower bound.
    #[serde(default)]
    pub low: Option<f64>,
    /// Upper bound.
    #[serde(default)]
    pub high: Option<f64>,
}

fn hundred() -> f64 {
    100.0
}

fn percent() -> String {
    "%".into()
}

const FILES: [&str; 6] = [
    include_str!("../expected/arithmetic.toml"),
    include_str!("../expected/infocom03.toml"),
    include_str!("../expected/globecom02.toml"),
    include_str!("../expected/pfister05.toml"),
    include_str!("../expected/gran10.toml"),
    include_str!("../expected/efl07.toml"),
];

/// Returns all papers.
///
/// # Errors
///
/// If a file of `expected/` is not TOML, or has an unknown, missing or wrong key.
pub fn papers() -> Result<Vec<Paper>, toml::de::Error> {
    FILES.iter().map(|text| toml::from_str(text)).collect()
}
