//! Sources of scenarios and configurations: a file, or a dict.

use crate::{
    error::{self, ConfigError, Origin, ScenarioError},
    values,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use std::{fs, path::PathBuf};
use tailback_spec::{
    config::{Override, Problems},
    fabric::of_engine,
    scenario::Sweep,
    Config,
};

/// Largest file that is read; ends the reading of a device.
const LARGEST_BYTES: u64 = 1 << 28;

/// A text in TOML, with the values that replace some of its own.
pub struct Source {
    text: String,
    /// Path of the file, or a description of the dict.
    name: String,
    /// Directory of the files that a scenario names.
    directory: PathBuf,
    overrides: Vec<Override>,
}

impl Source {
    /// Reads a file, or converts a dict.
    pub fn new(source: &Bound<'_, PyAny>, overrides: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let overrides = overrides.map_or(Ok(Vec::new()), values::overrides)?;
        if let Ok(dict) = source.cast::<PyDict>() {
            let (text, directory) = (values::text(dict)?, PathBuf::new());
            return Ok(Source { text, name: "the dict as TOML".into(), directory, overrides });
        }
        let path: PathBuf = source.extract().map_err(|_| {
            let kind = source.get_type().name();
            let kind = kind.map_or_else(|_| "another type".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("expected a path or a dict, found {kind}"))
        })?;
        let name = path.display().to_string();
        let bytes = fs::metadata(&path)?.len();
        if bytes > LARGEST_BYTES {
            return Err(PyValueError::new_err(format!("`{name}` has more than 256 MiB")));
        }
        let text = fs::read(&path)?;
        let text = String::from_utf8(text)
            .map_err(|_| PyValueError::new_err(format!("`{name}` is not a text in UTF-8")))?;
        let directory = path.parent().map(PathBuf::from).unwrap_or_default();
        Ok(Source { text, name, directory, overrides })
    }

    /// The configuration, or its problems as [`ConfigError`].
    pub fn config(&self, py: Python<'_>) -> PyResult<Config> {
        let read = py.detach(|| Config::from_toml_with(&self.text, &self.overrides));
        read.map_err(|Problems(problems)| {
            error::of_problems::<ConfigError>(py, &self.origin(), &problems)
        })
    }

    /// The scenario with or without its sweep, or its problems as [`ScenarioError`].
    pub fn scenarios(&self, py: Python<'_>, is_swept: bool) -> PyResult<Sweep> {
        let file = |name: &str| self.read(name);
        let read = py.detach(|| match is_swept {
            true => Sweep::from_toml_with(&self.text, &self.overrides, file),
            false => Sweep::without(&self.text, &self.overrides, file),
        });
        let unfit = |sweep: &Sweep| {
            let points = &mut sweep.points.iter();
            points.find_map(|point| of_engine(&point.scenario).err())
        };
        let read = read.and_then(|sweep| match unfit(&sweep) {
            Some(unfit) => Err(unfit.located(&self.text, &self.overrides)),
            None => Ok(sweep),
        });
        read.map_err(|Problems(problems)| {
            error::of_problems::<ScenarioError>(py, &self.origin(), &problems)
        })
    }

    fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, text: &self.text }
    }

    /// Reads a file that a scenario names; refuses everything but a regular file, because reading
    /// a pipe without a writer would never end.
    fn read(&self, name: &str) -> Result<String, String> {
        let path = self.directory.join(name);
        let shown = path.display();
        let failed = |error: std::io::Error| format!("cannot read `{shown}`: {error}");
        let found = fs::metadata(&path).map_err(failed)?;
        if !found.is_file() {
            return Err(format!("cannot read `{shown}`: it is not a file"));
        }
        if found.len() > LARGEST_BYTES {
            return Err(format!("cannot read `{shown}`: it has more than 256 MiB"));
        }
        fs::read_to_string(&path).map_err(failed)
    }
}
