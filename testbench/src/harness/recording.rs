//! Recorded stimulus: a file with a header line and one line of JSON per cycle.
//!
//! A line holds only ports that are not zero, so the file is short and can be edited by hand.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tailback_spec::PortValues;

use super::error::Error;
use super::stimulus::{Step, Stimulus};

/// Version of the file format.
const FORMAT: u32 = 1;

/// First line of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the file format.
    pub tailback_recording: u32,
    /// Module under test.
    pub block: String,
    /// Parameters of the module, as text for the user.
    pub variant: String,
    /// Hash of the module's parameters; a recording fits only a module with the same parameters.
    pub parameters: String,
    /// Seed of the recorded run, which also determines the initial register values.
    pub seed: u64,
    /// Cycle of the recorded run at which the recording starts.
    pub first_cycle: u64,
    /// Number of cycles in the file.
    pub cycles: usize,
}

/// A recorded stimulus.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording<I> {
    /// Origin and length of the recording.
    pub header: Header,
    /// Stimulus of each cycle.
    pub steps: Vec<Step<I>>,
}

impl Header {
    /// A header in the current version of the format.
    pub fn new(block: &str, variant: &str, parameters: &str, seed: u64) -> Self {
        let [block, variant, parameters] = [block, variant, parameters].map(String::from);
        let (first_cycle, cycles) = (0, 0);
        Header { tailback_recording: FORMAT, block, variant, parameters, seed, first_cycle, cycles }
    }
}

impl<I: PortValues> Recording<I> {
    /// Writes the recording; the file is written completely or not at all.
    ///
    /// # Errors
    ///
    /// As [`write_atomically`].
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        write_atomically(path, &mut |file| {
            let header = Header { cycles: self.steps.len(), ..self.header.clone() };
            writeln!(file, "{}", serde_json::to_string(&header)?)?;
            for step in &self.steps {
                writeln!(file, "{}", Value::Object(line(step)?))?;
            }
            Ok(())
        })
    }

    /// Reads a recording.
    ///
    /// # Errors
    ///
    /// If the file cannot be read as text ([`Error::Unreadable`]), or is not a recording of this
    /// format, with the number of cycles in its header, of a module with these input ports
    /// ([`Error::Recording`]).
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path)
            .map_err(|source| Error::Unreadable { path: path.into(), source })?;
        let wrong = |line: usize, message: String| Error::Recording {
            path: path.into(),
            line: line + 1,
            message,
        };
        let mut lines = text.lines().enumerate();
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        let header: Header = serde_json::from_str(first)
            .map_err(|error| wrong(0, format!("not the header of a recording: {error}")))?;
        if header.tailback_recording != FORMAT {
            let message = format!("a recording of format {}", header.tailback_recording);
            return Err(wrong(0, format!("{message}, of which only {FORMAT} is known")));
        }
        let steps: Vec<_> = lines
            .map(|(at, line)| parse(line).map_err(|error| wrong(at, error.to_string())))
            .collect::<Result<_, _>>()?;
        if steps.len() != header.cycles {
            let message =
                format!("{} cycles follow, but the header says {}", steps.len(), header.cycles);
            return Err(wrong(0, message));
        }
        Ok(Recording { header, steps })
    }
}

/// Drives recorded cycles, and then idle cycles.
pub struct Replay<'a, I> {
    steps: std::slice::Iter<'a, Step<I>>,
}

impl<'a, I> Replay<'a, I> {
    /// A stimulus that drives `steps`.
    pub fn new(steps: &'a [Step<I>]) -> Self {
        Replay { steps: steps.iter() }
    }
}

impl<I: PortValues + Sync, O> Stimulus<I, O> for Replay<'_, I> {
    fn drive(&mut self, _: &O, step: &mut Step<I>) {
        match self.steps.next() {
            Some(next) => step.clone_from(next),
            None => *step = Step::default(),
        }
    }
}

/// Name of the reset in a line; no port has this name.
const RESET: &str = "reset";

fn line<I: PortValues>(step: &Step<I>) -> serde_json::Result<Map<String, Value>> {
    let mut fields = fields(&step.inputs)?;
    fields.retain(|_, value| !is_zero(value));
    if step.reset {
        fields.insert(RESET.into(), true.into());
    }
    Ok(fields)
}

fn parse<I: PortValues>(line: &str) -> serde_json::Result<Step<I>> {
    let mut given: Map<String, Value> = serde_json::from_str(line)?;
    let reset = given.remove(RESET).map(serde_json::from_value).transpose()?.unwrap_or(false);
    let names = I::port_names();
    if let Some(name) = given.keys().find(|name| !names.contains(name)) {
        return Err(serde::de::Error::custom(format!("`{name}` is no input port")));
    }
    let mut fields = fields(&I::default())?;
    fields.extend(given);
    Ok(Step { reset, inputs: from_fields(fields)? })
}

/// Values of all ports by name, as JSON.
///
/// # Errors
///
/// If `inputs` does not serialise as a map of ports, which the types of `port_values!` do.
pub fn fields<I: PortValues>(inputs: &I) -> serde_json::Result<Map<String, Value>> {
    match serde_json::to_value(inputs)? {
        Value::Object(fields) => {
            let mut flat = Map::new();
            flatten("", fields, &mut flat);
            Ok(flat)
        }
        other => Err(serde::ser::Error::custom(format!("port values are {other}, not fields"))),
    }
}

/// The values of [`fields`].
///
/// # Errors
///
/// If the value of a port is missing or of a wrong type.
pub fn from_fields<I: PortValues>(mut fields: Map<String, Value>) -> serde_json::Result<I> {
    let nested = nest("", serde_json::to_value(I::default())?, &mut fields);
    serde_json::from_value(nested)
}

/// Moves the fields to `flat`; those of an interface get its name in front of theirs.
fn flatten(interface: &str, fields: Map<String, Value>, flat: &mut Map<String, Value>) {
    for (name, value) in fields {
        match value {
            // A port that does not exist.
            Value::Null => {}
            Value::Object(inner) => flatten(&format!("{interface}{name}_"), inner, flat),
            value => _ = flat.insert(format!("{interface}{name}"), value),
        }
    }
}

/// Replaces the values in `template` by those of `flat`.
fn nest(name: &str, template: Value, flat: &mut Map<String, Value>) -> Value {
    match template {
        Value::Object(fields) => {
            let prefix = if name.is_empty() { String::new() } else { format!("{name}_") };
            let nested = fields.into_iter().map(|(field, value)| {
                let value = nest(&format!("{prefix}{field}"), value, flat);
                (field, value)
            });
            Value::Object(nested.collect())
        }
        value => flat.remove(name).unwrap_or(value),
    }
}

/// Whether all bits of a port's value are 0.
pub fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(value) => !value,
        Value::Number(value) => value.as_u64() == Some(0),
        Value::Array(values) => values.iter().all(is_zero),
        _ => false,
    }
}

/// Writes a file beside its final path and moves it there.
///
/// # Errors
///
/// If `write` fails, the directory cannot be created, or the file cannot be written
/// ([`Error::Output`], [`Error::DiskFull`]).
pub fn write_atomically(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Error> {
    let failed = |source| Error::output(path, source);
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(directory).map_err(failed)?;
    let mut file = BufWriter::new(tempfile::NamedTempFile::new_in(directory).map_err(failed)?);
    write(&mut file).map_err(failed)?;
    let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    make_readable(file.as_file()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Makes a result readable for all users, as temporary files are private.
fn make_readable(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const READABLE: u32 = 0o644;
    file.set_permissions(fs::Permissions::from_mode(READABLE))
}
