//! A golden model, and the values of its ports.

use crate::error::Error;
use std::{ffi::CString, fs, ops::Range};
use tailback_model::named::{names, Stepper};
use tailback_spec::{
    config::{nearest, Override, Problem, Problems},
    Config, Direction, Port,
};

/// A golden model with images of its inputs and outputs.
pub struct Model {
    stepper: Stepper,
    ports: Vec<Place>,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
}

/// A port, with the words of the image that it fills.
pub struct Place {
    pub port: Port,
    pub name: CString,
    words: Range<usize>,
}

impl Model {
    /// The golden model of a module with the configuration in a file; each line of `overrides`
    /// replaces a value of it, as `key=value`.
    ///
    /// # Errors
    ///
    /// If the configuration cannot be read or has problems, or there is no such module.
    pub fn new(block: &str, config: &str, overrides: &str) -> Result<Self, Error> {
        let changes = overrides.lines().map(str::trim).filter(|line| !line.is_empty());
        let changes: Result<Vec<Override>, String> = changes.map(str::parse).collect();
        let changes = changes.map_err(Error::Argument)?;
        let failed = |error| Error::Config(format!("cannot read `{config}`: {error}"));
        let text = fs::read_to_string(config).map_err(failed)?;
        let read = Config::from_toml_with(&text, &changes).map_err(|Problems(problems)| {
            let line = |problem: &Problem| match problem.line_and_column(&text) {
                Some((line, column)) => format!("{config}:{line}:{column}: {}", problem.message),
                None => problem.message.clone(),
            };
            Error::Config(problems.iter().map(line).collect::<Vec<_>>().join("\n"))
        })?;
        let stepper = Stepper::new(block, &read)
            .ok_or_else(|| Error::Name(unknown("golden model", block, names())))?;
        let ports = [Direction::Input, Direction::Output].map(|direction| {
            let mut next = 0;
            let place = |port: &Port| {
                let words = next..next + port.words();
                next = words.end;
                let name = CString::new(port.name.as_str()).unwrap_or_default();
                Place { port: port.clone(), name, words }
            };
            stepper.ports().of(direction).map(place).collect::<Vec<_>>()
        });
        let image = |direction| vec![0; stepper.ports().words(direction)];
        Ok(Model {
            inputs: image(Direction::Input),
            outputs: image(Direction::Output),
            ports: ports.into_iter().flatten().collect(),
            stepper,
        })
    }

    /// The ports: inputs, then outputs.
    pub fn ports(&self) -> &[Place] {
        &self.ports
    }

    /// Runs one clock cycle.
    ///
    /// # Errors
    ///
    /// As [`Stepper::step`].
    pub fn cycle(&mut self) -> Result<(), Error> {
        Ok(self.stepper.step(&self.inputs, &mut self.outputs)?)
    }

    /// Applies a clock edge with `reset`, in place of that of the cycle before.
    pub fn reset(&mut self) {
        self.stepper.reset();
    }

    /// A port of one direction.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    fn place(&self, name: &str, direction: Direction) -> Result<&Place, Error> {
        let of_direction = || self.ports.iter().filter(|place| place.port.direction == direction);
        of_direction().find(|place| place.port.name == name).ok_or_else(|| {
            let names = of_direction().map(|place| place.port.name.as_str());
            let what = match direction {
                Direction::Input => "input",
                Direction::Output => "output",
            };
            Error::Name(unknown(what, name, names))
        })
    }

    /// Bits and words of an input, to be set.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn input(&mut self, name: &str) -> Result<(usize, &mut [u64]), Error> {
        let place = self.place(name, Direction::Input)?;
        let (bits, words) = (place.port.bits(), place.words.clone());
        Ok((bits, &mut self.inputs[words]))
    }

    /// Bits and words of an output, as of the last cycle.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn output(&self, name: &str) -> Result<(usize, &[u64]), Error> {
        let place = self.place(name, Direction::Output)?;
        Ok((place.port.bits(), &self.outputs[place.words.clone()]))
    }
}

/// Text about a name that does not exist.
fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let guess = nearest(name, names).map(|name| format!("; did you mean `{name}`?"));
    format!("there is no {what} `{name}`{}", guess.unwrap_or_default())
}
