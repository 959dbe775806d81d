//! The configuration that a command works on: a file, and what `--set` changes in it.

use crate::{failure::Failure, files};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use tailback_spec::config::{Config, Location, Override, Problem, Problems};

/// The arguments of every command that works on a configuration.
#[derive(Debug, clap::Args)]
pub struct ConfigFile {
    /// The configuration, a TOML file; `tailback init` writes one.
    #[arg(value_name = "CONFIG", value_hint = clap::ValueHint::FilePath)]
    path: PathBuf,

    /// Replace a value of the file; may be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,
}

impl ConfigFile {
    /// A file and what is changed in it.
    pub fn new(path: &Path, overrides: &[Override]) -> Self {
        ConfigFile { path: path.into(), overrides: overrides.into() }
    }

    /// The file, as the user named it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is changed in it.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// The words that name it again on a command line.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![self.path.display().to_string()];
        for change in &self.overrides {
            words.extend(["--set".into(), format!("{}={}", change.key, change.value)]);
        }
        words
    }

    /// Reads the configuration, or says all that is wrong with it.
    pub fn load(&self) -> Result<Config, Failure> {
        self.load_with(&[])
    }

    /// The same, with more values replaced.
    pub fn load_with(&self, changes: &[Override]) -> Result<Config, Failure> {
        let text = files::read_text(&self.path)?;
        let overrides = [&self.overrides, changes].concat();
        Config::from_toml_with(&text, &overrides).map_err(|Problems(problems)| {
            let file = self.path.display().to_string();
            Failure::Config(Box::new(BadConfig { file, text, problems }))
        })
    }
}

/// A configuration with problems; also one of another program.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.summary())]
pub struct BadConfig {
    /// The file, as the user named it.
    pub file: String,
    /// Its text.
    pub text: String,
    /// What is wrong with it, at least one.
    pub problems: Vec<Problem>,
}

impl BadConfig {
    /// How many problems there are, and where.
    pub fn summary(&self) -> String {
        match self.problems.len() {
            1 => format!("1 problem in `{}`", self.file),
            many => format!("{many} problems in `{}`", self.file),
        }
    }

    /// The problems as machines get them; what a problem does not have is left out.
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
