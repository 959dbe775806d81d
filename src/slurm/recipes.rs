//! Scenarios in a form that another machine can read.

use crate::files;
use serde::{Deserialize, Serialize};
use std::{cell::RefCell, collections::BTreeMap, path::Path};
use tailback_spec::{
    config::{Override, Problems},
    scenario::Scenario,
};

/// Text of a scenario file, and of the files that it names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Text of the scenario file.
    pub text: String,
    /// Texts of configurations, traces and topologies, by the names in the scenario.
    pub files: BTreeMap<String, String>,
}

/// Recipe of each scenario of a batch: the values that it replaces in a common file.
#[derive(Debug)]
pub struct Recipes {
    /// File of all scenarios.
    pub origin: Origin,
    /// Replaced values of each scenario.
    pub changes: Vec<Vec<Override>>,
}

impl Origin {
    /// Reads the scenario in which `changes` replace values of the file.
    ///
    /// # Errors
    ///
    /// As [`Scenario::from_toml_with`].
    pub fn scenario(&self, changes: &[Override]) -> Result<Scenario, Problems> {
        let file = |name: &str| {
            let text = self.files.get(name).cloned();
            text.ok_or_else(|| format!("`{name}` was not shipped with the scenario"))
        };
        Scenario::from_toml_with(&self.text, changes, file)
    }
}

/// Reader of the files that a scenario names; remembers their texts.
pub struct Reader<'a> {
    directory: &'a Path,
    files: RefCell<BTreeMap<String, String>>,
}

impl<'a> Reader<'a> {
    /// Makes the reader for a scenario in `directory`.
    pub fn new(directory: &'a Path) -> Self {
        Reader { directory, files: RefCell::default() }
    }

    /// Reads a file, or returns the text read before.
    ///
    /// # Errors
    ///
    /// As [`files::read_named`].
    pub fn read(&self, name: &str) -> Result<String, String> {
        if let Some(text) = self.files.borrow().get(name) {
            return Ok(text.clone());
        }
        let text = files::read_named(self.directory, name)?;
        self.files.borrow_mut().insert(name.to_owned(), text.clone());
        Ok(text)
    }

    /// Returns the origin of a scenario file with this text.
    pub fn origin(self, text: String) -> Origin {
        Origin { text, files: self.files.into_inner() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const FABRIC: &str = include_str!("../../examples/fabrics/bursts.toml");
    const TRACE: &str = include_str!("../../examples/fabrics/bursts.csv");

    #[test]
    fn a_shipped_scenario_is_equal_without_its_directory() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("bursts.csv"), TRACE).unwrap();
        let reader = Reader::new(directory.path());
        let changes: Vec<Override> = vec!["run.seed=7".parse().unwrap()];
        let read = |name: &str| reader.read(name);
        let scenario = Scenario::from_toml_with(FABRIC, &changes, read).unwrap();
        let origin = reader.origin(FABRIC.into());
        drop(directory);
        let text = serde_json::to_string(&origin).unwrap();
        let origin: Origin = serde_json::from_str(&text).unwrap();
        assert_eq!(origin.scenario(&changes).unwrap(), scenario);
        assert_eq!(scenario.seed, 7);
    }
}
