//! The scenario that a command works on: a file, and what `--set` changes in it.

use crate::{
    config_file::{BadConfig, ConfigFile},
    failure::Failure,
    files,
};
use std::path::Path;
use tailback_spec::{
    config::{Override, Problems},
    fabric::Fabric,
    scenario::{Scenario, Sweep},
};

/// Where a scenario comes from.
pub struct ScenarioFile<'a> {
    path: &'a Path,
    overrides: &'a [Override],
}

/// A scenario, and what is needed to say where in its file something is wrong.
pub struct Loaded<'a> {
    /// The file as it stands, without its sweep.
    pub scenario: Scenario,
    /// Points of its sweep, all of which are possible; 1 without one.
    pub points: usize,
    file: ScenarioFile<'a>,
    text: String,
}

impl<'a> ScenarioFile<'a> {
    /// The file of a command that can also work on a configuration.
    pub fn new(file: &'a ConfigFile) -> Self {
        Self::at(file.path(), file.overrides())
    }

    /// A file and what is changed in it.
    pub fn at(path: &'a Path, overrides: &'a [Override]) -> Self {
        ScenarioFile { path, overrides }
    }

    /// Reads it, or says all that is wrong with it, at all points of its sweep.
    pub fn load(self) -> Result<Loaded<'a>, Failure> {
        let text = files::read_text(self.path)?;
        let directory = self.path.parent().unwrap_or(Path::new(""));
        let file = |name: &str| files::read_named(directory, name);
        let read = Scenario::from_toml_with(&text, self.overrides, file).and_then(|scenario| {
            let sweep = Sweep::from_toml_with(&text, self.overrides, file)?;
            Ok((scenario, sweep.points.len()))
        });
        match read {
            Ok((scenario, points)) => Ok(Loaded { scenario, points, file: self, text }),
            Err(problems) => Err(self.bad(text, problems)),
        }
    }

    /// Whether the file has tables that only a scenario has.
    pub fn looks_like_one(&self) -> Result<bool, Failure> {
        Ok(Scenario::is_in(&files::read_text(self.path)?))
    }

    fn bad(&self, text: String, Problems(problems): Problems) -> Failure {
        let file = self.path.display().to_string();
        Failure::Config(Box::new(BadConfig { file, text, problems }))
    }
}

impl Loaded<'_> {
    /// Its fabric of hardware, or why there is none.
    pub fn fabric(&self) -> Result<Fabric, Failure> {
        Fabric::new(&self.scenario).map_err(|unfit| {
            self.file.bad(self.text.clone(), unfit.located(&self.text, self.file.overrides))
        })
    }
}
