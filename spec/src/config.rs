//! Configuration: from a TOML file to values that hardware can implement.
//!
//! A file is read in two steps. `check` validates each key and value against the schema of the
//! file; `relate` validates the values against each other. Both report all problems.

mod board;
pub(crate) mod check;
pub(crate) mod document;
mod ethernet;
mod raw;
pub(crate) mod relate;
mod sections;
mod values;

pub use crate::problem::{
    line_and_column, nearest, Allowed, Kind, Location, Override, Problem, Problems,
};
pub use ethernet::Variant;
pub use raw::schema;
pub use sections::{Allocator, Clock, Datapath, MarkedBy, Switch};
pub use values::Config;

use document::Document;

impl Config {
    /// Reads a configuration file, or reports all problems in it.
    ///
    /// # Errors
    ///
    /// As [`Self::from_toml_with`].
    pub fn from_toml(source: &str) -> Result<Self, Problems> {
        Self::from_toml_with(source, &[])
    }

    /// Reads a configuration file in which each of `overrides`, in order, replaces or adds a value.
    ///
    /// # Errors
    ///
    /// If `source` is not TOML, or a key or value is missing, unknown or out of range, or
    /// contradicts another. [`Problems`] lists them in the order of the file; a syntax error hides
    /// the others.
    pub fn from_toml_with(source: &str, overrides: &[Override]) -> Result<Self, Problems> {
        let (document, mut problems) = Document::parse(source, overrides);
        // Values next to a syntax error are guesses.
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
