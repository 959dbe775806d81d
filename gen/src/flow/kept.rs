//! Results of the tools, kept between runs: a measurement of hours that was interrupted goes on where
//! it stopped.

use super::{comparables::Candidate, tool::ToolError};
use serde::{de::DeserializeOwned, Serialize};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Sources of what turns a design into a result; any change makes all kept results void. A placement
/// follows from the arguments in the name of its step.
const METHOD: [&str; 5] = [
    include_str!("area.rs"),
    include_str!("breakdown.rs"),
    include_str!("levels.rs"),
    include_str!("paths.rs"),
    include_str!("wrapper.rs"),
];

/// A directory of results, each in a file named by a hash of its inputs.
#[derive(Debug, Clone)]
pub struct Kept {
    directory: PathBuf,
}

/// Results of one design with these tools.
pub(super) struct OfDesign<'a> {
    directory: &'a Path,
    hasher: blake3::Hasher,
}

impl Kept {
    /// Returns the results in a directory, which the first result creates.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Kept { directory: directory.into() }
    }

    /// Returns the results of `candidate` with tools of these versions.
    pub(super) fn of(&self, candidate: &Candidate, tools: &[String]) -> OfDesign<'_> {
        let mut hasher = blake3::Hasher::new();
        let parts = METHOD.into_iter().chain(tools.iter().map(String::as_str));
        for part in parts {
            hasher.update(part.as_bytes()).update(&[0]);
        }
        // The name of a design does not matter, only what the tools read.
        let mut nameless = candidate.clone();
        nameless.name.clear();
        let hashed = write!(hasher, "{nameless:?}\0");
        debug_assert!(hashed.is_ok(), "a hash accepts all bytes");
        OfDesign { directory: &self.directory, hasher }
    }
}

impl OfDesign<'_> {
    /// Returns the kept result of a step, or else the one that `measure` returns, which is then kept.
    ///
    /// # Errors
    ///
    /// If `measure` fails, or the result cannot be written.
    pub(super) fn step<T: Serialize + DeserializeOwned>(
        &self,
        step: &str,
        measure: impl FnOnce() -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        if let Some(kept) = self.find(step) {
            return Ok(kept);
        }
        let result = measure()?;
        self.keep(step, &result)?;
        Ok(result)
    }

    /// Returns the kept result of a step, if there is one that can be read.
    pub(super) fn find<T: DeserializeOwned>(&self, step: &str) -> Option<T> {
        serde_json::from_slice(&fs::read(self.file(step)).ok()?).ok()
    }

    /// Keeps the result of a step.
    ///
    /// # Errors
    ///
    /// If the result cannot be written.
    pub(super) fn keep<T: Serialize>(&self, step: &str, result: &T) -> Result<(), ToolError> {
        let path = self.file(step);
        self.write(&path, result).map_err(|source| ToolError::File { path, source })
    }

    /// Returns the file of a step's result.
    fn file(&self, step: &str) -> PathBuf {
        let name = self.hasher.clone().update(step.as_bytes()).finalize().to_hex();
        self.directory.join(format!("{name}.json"))
    }

    /// Writes a result in one step: a file that exists is complete.
    fn write<T: Serialize>(&self, file: &Path, result: &T) -> io::Result<()> {
        fs::create_dir_all(self.directory)?;
        let aside = tempfile::NamedTempFile::new_in(self.directory)?;
        fs::write(aside.path(), serde_json::to_vec(result)?)?;
        aside.persist(file).map_err(|error| error.error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::comparables;

    /// Returns the number that is kept for a step of a design, or else 2, and whether it was measured.
    fn measured(kept: &Kept, candidate: &Candidate, tools: &[String], step: &str) -> (u64, bool) {
        let mut is_measured = false;
        let result = kept.of(candidate, tools).step(step, || {
            is_measured = true;
            Ok(2)
        });
        (result.expect("kept"), is_measured)
    }

    #[test]
    fn a_result_is_measured_once_for_each_design_step_and_tool() {
        let directory = tempfile::tempdir().expect("a directory");
        let kept = Kept::at(directory.path().join("results"));
        let tools = ["Yosys 1".to_owned()];
        let designs = comparables::marking(8, 8);
        assert_eq!(measured(&kept, &designs[0], &tools, "area"), (2, true));
        let mut renamed = designs[0].clone();
        renamed.name = "another name".into();
        assert_eq!(measured(&kept, &renamed, &tools, "area"), (2, false));
        assert_eq!(measured(&kept, &designs[0], &tools, "seed 1"), (2, true));
        assert_eq!(measured(&kept, &designs[1], &tools, "area"), (2, true));
        let smaller = comparables::marking(8, 7).remove(0);
        assert_eq!(measured(&kept, &smaller, &tools, "area"), (2, true));
        assert_eq!(measured(&kept, &designs[0], &["Yosys 2".to_owned()], "area"), (2, true));
        assert_eq!(measured(&kept, &designs[0], &tools, "area"), (2, false));
    }

    #[test]
    fn a_result_that_cannot_be_read_is_measured_again() {
        let directory = tempfile::tempdir().expect("a directory");
        let (kept, design) = (Kept::at(directory.path()), &comparables::marking(8, 8)[0]);
        assert_eq!(measured(&kept, design, &[], "area"), (2, true));
        for file in fs::read_dir(directory.path()).expect("a directory") {
            fs::write(file.expect("a file").path(), "{").expect("written");
        }
        assert_eq!(measured(&kept, design, &[], "area"), (2, true));
        assert_eq!(measured(&kept, design, &[], "area"), (2, false));
    }
}
