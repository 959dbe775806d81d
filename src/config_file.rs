//! The configuration of a command: a file with the changes of `--set`.

use crate::{failure::Failure, files};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use tailback_spec::config::{Config, Location, Override, Problem, Problems};

/// The arguments of every command that works on a configuration.
#[derive(Debug, clap::Args)]
pub struct ConfigFile {
    /// Configuration, a TOML file; `tailback init` writes one.
    #[arg(value_name = "CONFIG", value_hint = clap::ValueHint::FilePath)]
    path: PathBuf,

    /// Replace a value of the file; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,
}

impl ConfigFile {
    /// Makes a configuration from a file and its changes.
    pub fn new(path: &Path, overrides: &[Override]) -> Self {
        ConfigFile { path: path.into(), overrides: overrides.into() }
    }

    /// Returns the path as given by the user.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the changes.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// Returns the arguments that select this configuration.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![self.path.display().to_string()];
        for change in &self.overrides {
            words.extend(["--set".into(), format!("{}={}", change.key, change.value)]);
        }
        words
    }

    /// Reads the configuration, or reports all its problems.
    ///
    /// # Errors
    ///
    /// As [`Self::load_with`].
    pub fn load(&self) -> Result<Config, Failure> {
        self.load_with(&[])
    }

    /// Reads the configuration with further values replaced.
    ///
    /// # Errors
    ///
    /// If the file cannot be read ([`Failure::File`]), or the configuration has problems
    /// ([`Failure::Config`]).
    pub fn load_with(&self, changes: &[Override]) -> Result<Config, Failure> {
        let text = files::read_text(&self.path)?;
        let overrides = [&self.overrides, changes].concat();
        Config::from_toml_with(&text, &overrides).map_err(|Problems(problems)| {
            let file = self.path.display().to_string();
            Failure::Config(Box::new(BadConfig { file, text, problems }))
        })
    }
}

/// A configuration with problems, of tailback or of another program.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.summary())]
pub struct BadConfig {
    /// File name as given by the user.
    pub file: String,
    /// Text of the file.
    pub text: String,
    /// Problems, at least one.
    pub problems: Vec<Problem>,
}

impl BadConfig {
    /// Returns the number of problems and their file.
    pub fn summary(&self) -> String {
        match self.problems.len() {
            1 => format!("1 problem in `{}`", self.file),
            many => format!("{many} problems in `{}`", self.file),
        }
    }

    /// Returns the problems as JSON; absent parts of a problem are omitted.
    pub fn problems_to_json(&self) -> Value {
        let one = |problem: &Problem| {
            let mut value =
                json!({ "kind": problem.kind, "key": problem.key, "message": problem.message });
            if let Some((line, column)) = problem.line_and_column(&self.text) {
                value["line"] = line.into();
                value["column"] = column.into();
            }
            if let Location::Override(text) = &problem.location {
                value["override"] = text.clone().into();
            }
            if let Some(allowed) = &problem.allowed {
                value["allowed"] = json!(allowed);
            }
            for (name, text) in [("suggestion", &problem.suggestion), ("help", &problem.help)] {
                if let Some(text) = text {
                    value[name] = text.clone().into();
                }
            }
            value
        };
        self.problems.iter().map(one).collect()
    }
}
