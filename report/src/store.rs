//! Outcomes that are there already, each in a file that is named by a hash of what it came from.

use crate::outcome::Outcome;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use tailback_spec::scenario::Scenario;

/// The version of the engine: a hash of its sources.
const ENGINE: &str = env!("TAILBACK_ENGINE");

/// A directory of outcomes.
#[derive(Debug, Clone)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// A directory, which is made when the first outcome is kept.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Store { directory: directory.into() }
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of a scenario's outcome. A scenario in which anything is different has another one;
    /// only what it is called does not count.
    pub fn file(&self, scenario: &Scenario, curves: bool) -> PathBuf {
        let mut nameless = scenario.clone();
        nameless.name.clear();
        nameless.about.clear();
        let mut hasher = blake3::Hasher::new();
        // What a scenario says can be long: a trace has a number for each packet.
        let hashed = write!(hasher, "{ENGINE}\0{nameless:?}\0{curves}\0");
        debug_assert!(hashed.is_ok(), "a hash takes whatever comes");
        self.directory.join(format!("{}.json", hasher.finalize().to_hex()))
    }

    /// An outcome, if it is there and whole.
    pub fn get(&self, file: &Path) -> Option<Outcome> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    /// Keeps an outcome, and gives it as it will be read: so a run gives the same, kept or not.
    pub fn keep(&self, file: &Path, outcome: &Outcome) -> io::Result<Outcome> {
        fs::create_dir_all(&self.directory)?;
        let text = serde_json::to_vec(outcome)?;
        let aside = tempfile::NamedTempFile::new_in(&self.directory)?;
        fs::write(aside.path(), &text)?;
        aside.persist(file).map_err(|error| error.error)?;
        Ok(serde_json::from_slice(&text)?)
    }
}
