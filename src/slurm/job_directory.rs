//! Directory of a job: what its tasks read, and their logs.
//!
//! `origin.json` is the scenario. Each submission is a *round* with a number from 1: the file
//! `round-1.json` lists the runs of each task, `round-1.sh` is the script, and `round-1-0.log` is
//! the log of task 0.

use super::Origin;
use crate::{failure::Failure, files::FileError};
use serde::{de::DeserializeOwned, Deserialize, Serialize};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use tailback_spec::config::Override;

/// A run of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the run.
    pub run: usize,
    /// True if curves are requested.
    pub curves: bool,
    /// File name of the outcome, which identifies scenario and engine.
    pub outcome: String,
    /// Keys and values that the scenario replaces in its file.
    changes: Vec<(String, String)>,
}

impl Entry {
    /// Makes the entry of a run.
    pub fn new(run: usize, curves: bool, outcome: String, changes: &[Override]) -> Self {
        let pair = |change: &Override| (change.key.clone(), change.value.clone());
        Entry { run, curves, outcome, changes: changes.iter().map(pair).collect() }
    }

    /// Returns the replaced values.
    pub fn changes(&self) -> Vec<Override> {
        let pairs = self.changes.iter().cloned();
        pairs.map(|(key, value)| Override { key, value }).collect()
    }
}

/// Directory of a job.
#[derive(Debug)]
pub struct JobDirectory(PathBuf);

impl JobDirectory {
    /// Returns the directory of an existing job.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        JobDirectory(path.into())
    }

    /// Creates a directory in `share/slurm`.
    ///
    /// # Errors
    ///
    /// If it cannot be created or written.
    pub fn create(share: &Path, origin: &Origin) -> Result<Self, Failure> {
        let parent = share.join("slurm");
        let failed = |error| FileError::write(&parent, error);
        fs::create_dir_all(&parent).map_err(failed)?;
        let made = tempfile::Builder::new().prefix("job-").tempdir_in(&parent).map_err(failed)?;
        let directory = JobDirectory(made.keep());
        directory.write("origin.json", &to_json(origin).map_err(failed)?)?;
        Ok(directory)
    }

    /// Writes the list of each task's runs, and returns the path of the script, in which `command`
    /// must be quoted for a shell.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn add_round(
        &self,
        round: usize,
        shares: &[Vec<Entry>],
        command: &[u8],
    ) -> Result<PathBuf, Failure> {
        let list = to_json(&shares).map_err(|error| FileError::write(&self.0, error))?;
        self.write(&format!("round-{round}.json"), &list)?;
        let script = [b"#!/bin/sh\nexec ", command, b"\n"].concat();
        self.write(&format!("round-{round}.sh"), &script)
    }

    /// Reads the scenario.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn origin(&self) -> Result<Origin, Failure> {
        self.read("origin.json")
    }

    /// Reads the list of each task's runs.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn shares(&self, round: usize) -> Result<Vec<Vec<Entry>>, Failure> {
        self.read(&format!("round-{round}.json"))
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a task's log.
    pub fn log(&self, round: usize, task: impl std::fmt::Display) -> PathBuf {
        self.0.join(format!("round-{round}-{task}.log"))
    }

    /// Removes the directory. Whatever a task still writes may be left.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(&self.0);
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        let path = self.0.join(name);
        fs::write(&path, bytes).map_err(|error| FileError::write(&path, error))?;
        Ok(path)
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, Failure> {
        let path = self.0.join(name);
        let read = fs::read(&path).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
        Ok(read.map_err(|error| FileError::read(&path, error))?)
    }
}

fn to_json(value: &impl Serialize) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_task_reads_what_was_written_for_it() {
        let share = tempfile::tempdir().unwrap();
        let files = BTreeMap::from([("a/b.csv".to_owned(), "time_us\n1\n".to_owned())]);
        let origin = Origin { text: "name = \"x\"".into(), files };
        let directory = JobDirectory::create(share.path(), &origin).unwrap();
        let change = Override { key: "name".into(), value: " = 'x' ".into() };
        let entry = Entry::new(3, true, "c0ffee.json".into(), std::slice::from_ref(&change));
        let shares = vec![Vec::new(), vec![entry]];
        let script = directory.add_round(2, &shares, b"true").unwrap();
        assert_eq!(fs::read_to_string(script).unwrap(), "#!/bin/sh\nexec true\n");
        let read = JobDirectory::at(directory.path());
        assert_eq!(read.origin().unwrap(), origin);
        assert_eq!(read.shares(2).unwrap(), shares);
        assert_eq!(read.shares(2).unwrap()[1][0].changes(), [change]);
        assert!(read.shares(1).is_err());
    }
}
