//! The configuration of a command: a file with the changes of `--set`.

use crate::{bad_config::BadConfig, failure::Failure, files};
use std::path::{Path, PathBuf};
use tailback_spec::config::{Config, Override, Problems};

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
