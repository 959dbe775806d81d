//! What the papers say: the rows of `expected/*.toml`.

use serde::Deserialize;

/// A paper, or what several have in common.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its authors, conference and year.
    pub title: String,
    /// Its rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// Something that can be checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// A letter for the paper, and a number.
    pub id: String,
    /// Where in the paper it is said.
    pub place: String,
    /// What is said, in our words.
    pub statement: String,
    /// The value in the paper, or the order of several.
    pub expected: String,
    /// What counts as met.
    pub tolerance: String,
    /// Something to know of it.
    #[serde(default)]
    pub remark: String,
    /// Why nothing computes it yet.
    #[serde(default)]
    pub not_run: Option<String>,
    /// The scenario of `checks`.
    #[serde(default)]
    pub scenario: Option<String>,
    /// Values of that scenario, if it is a single run. A row without them has a function of its
    /// own.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// A value of a run, and where it must be.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// `link NAME`, the part of its time that a link is used, or `flows GROUP`, the rate of a group
    /// of flows.
    pub of: String,
    /// What the whole link is in the unit of the row.
    #[serde(default = "hundred")]
    pub link: f64,
    /// That unit.
    #[serde(default = "percent")]
    pub unit: String,
    /// The least value that is met.
    #[serde(default)]
    pub low: Option<f64>,
    /// The greatest one.
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

/// All papers.
pub fn papers() -> Result<Vec<Paper>, toml::de::Error> {
    FILES.iter().map(|text| toml::from_str(text)).collect()
}
