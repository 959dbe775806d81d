//! The configuration: from a TOML file to values that are possible to build.
//!
//! A file is read in two steps. `check` judges each key and value by itself, against the schema
//! of the file; `relate` judges the values against each other. Both report all that they find.

pub(crate) mod check;
pub(crate) mod document;
pub(crate) mod problem;
mod raw;
pub(crate) mod relate;
mod sections;
mod values;

pub use problem::{line_and_column, nearest, Allowed, Kind, Location, Override, Problem, Problems};
pub use raw::schema;
pub use sections::{Allocator, Clock, Datapath, MarkedBy, Switch};
pub use values::Config;

use document::Document;

impl Config {
    /// Reads a configuration file, or says all that is wrong with it.
    pub fn from_toml(source: &str) -> Result<Self, Problems> {
        Self::from_toml_with(source, &[])
    }

    /// Reads a configuration file in which each of `overrides`, in order, replaces a value or adds
    /// one.
    pub fn from_toml_with(source: &str, overrides: &[Override]) -> Result<Self, Problems> {
        let (document, mut problems) = Document::parse(source, overrides);
        // What is read beside a syntax error is a guess.
        if !problems.iter().any(|problem| problem.kind == Kind::Syntax) {
            problems.extend(check::check(&document, &schema()));
            match relate::relate(&document, &mut problems) {
                Some(config) if problems.is_empty() => return Ok(config),
                _ => {}
            }
        }
        problems.sort_by_key(Problem::start);
        Err(Problems(problems))
    }
}

#[cfg(test)]
mod tests;
