//! The scenario of a command: a file with the changes of `--set`.

use crate::{bad_config::BadConfig, config_file::ConfigFile, failure::Failure, files};
use std::path::Path;
use tailback_spec::{
    board::Board,
    config::{Override, Problems},
    fabric::{EthernetFabric, Fabric, Unfit},
    scenario::{Scenario, Sweep},
};

/// Source of a scenario.
pub struct ScenarioFile<'a> {
    path: &'a Path,
    overrides: &'a [Override],
}

/// A scenario, with the data needed to locate problems in its file.
pub struct Loaded<'a> {
    /// Scenario of the file, without its sweep.
    pub scenario: Scenario,
    /// Number of points of the sweep, all of them valid; 1 without a sweep.
    pub points: usize,
    file: ScenarioFile<'a>,
    text: String,
}

impl<'a> ScenarioFile<'a> {
    /// Makes the source from the file of a command that also accepts a configuration.
    pub fn new(file: &'a ConfigFile) -> Self {
        Self::at(file.path(), file.overrides())
    }

    /// Makes the source from a file and its changes.
    pub fn at(path: &'a Path, overrides: &'a [Override]) -> Self {
        ScenarioFile { path, overrides }
    }

    /// Reads the scenario, or reports all its problems, at all points of its sweep.
    ///
    /// # Errors
    ///
    /// If the file cannot be read ([`Failure::File`]), or the scenario has problems, without its
    /// sweep or at a point of it ([`Failure::Config`]).
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

    /// Whether the file contains tables that only a scenario has.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, as in [`files::read_text`].
    pub fn looks_like_one(&self) -> Result<bool, Failure> {
        Ok(Scenario::is_in(&files::read_text(self.path)?))
    }

    fn bad(&self, text: String, Problems(problems): Problems) -> Failure {
        let file = self.path.display().to_string();
        Failure::Config(Box::new(BadConfig { file, text, problems }))
    }
}

impl Loaded<'_> {
    /// Returns the fabric of hardware, or the reason for the lack of one.
    ///
    /// # Errors
    ///
    /// As [`Fabric::new`], with the location in the file ([`Failure::Config`]).
    pub fn fabric(&self) -> Result<Fabric, Failure> {
        Fabric::new(&self.scenario).map_err(|unfit| self.unfit(&unfit))
    }

    /// Returns the fabric of hardware over Ethernet, or the reason for the lack of one.
    ///
    /// # Errors
    ///
    /// As [`EthernetFabric::new`], with the location in the file ([`Failure::Config`]).
    pub fn ethernet_fabric(&self) -> Result<EthernetFabric, Failure> {
        EthernetFabric::new(&self.scenario).map_err(|unfit| self.unfit(&unfit))
    }

    /// Returns the fabric on a chip, with a serial line of so many bits per second, of `scenario`: that of the file, perhaps with
    /// other times of its flows. Otherwise, the reason for the lack of one.
    ///
    /// # Errors
    ///
    /// As [`Fabric::new`] and [`Board::new`], with the location in the file ([`Failure::Config`]).
    pub fn board(&self, scenario: &Scenario, baud: u32) -> Result<Board, Failure> {
        Fabric::new(scenario)
            .and_then(|fabric| Board::new(&fabric, baud))
            .map_err(|unfit| self.unfit(&unfit))
    }

    fn unfit(&self, unfit: &Unfit) -> Failure {
        self.file.bad(self.text.clone(), unfit.located(&self.text, self.file.overrides))
    }
}
