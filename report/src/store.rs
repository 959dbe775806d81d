//! Stored outcomes, each in a file named by a hash of its inputs.

use crate::outcome::Outcome;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use tailback_spec::scenario::Scenario;

/// The version of the engine: a hash of its sources.
const ENGINE: &str = env!("TAILBACK_ENGINE");

/// A directory of stored outcomes.
#[derive(Debug, Clone)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// Returns the store in a directory, which is created with the first outcome.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Store { directory: directory.into() }
    }

    /// Returns the directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the file of a scenario's outcome. Any difference between scenarios gives a different
    /// file, except for the scenario's name.
    pub fn file(&self, scenario: &Scenario, curves: bool) -> PathBuf {
        let mut nameless = scenario.clone();
        nameless.name.clear();
        nameless.about.clear();
        let mut hasher = blake3::Hasher::new();
        // The scenario's description is hashed in parts: a trace has a number for each packet.
        let hashed = write!(hasher, "{ENGINE}\0{nameless:?}\0{curves}\0");
        debug_assert!(hashed.is_ok(), "a hash accepts all bytes");
        self.directory.join(format!("{}.json", hasher.finalize().to_hex()))
    }

    /// Returns an outcome, if its file exists and is complete.
    pub fn get(&self, file: &Path) -> Option<Outcome> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    /// Stores an outcome, and returns it as read from the store: new and stored outcomes are equal.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created, the file cannot be written, or a number of the outcome
    /// is not finite, which JSON cannot represent.
    pub fn keep(&self, file: &Path, outcome: &Outcome) -> io::Result<Outcome> {
        fs::create_dir_all(&self.directory)?;
        let text = serde_json::to_vec(outcome)?;
        let aside = tempfile::NamedTempFile::new_in(&self.directory)?;
        fs::write(aside.path(), &text)?;
        aside.persist(file).map_err(|error| error.error)?;
        Ok(serde_json::from_slice(&text)?)
    }
}
