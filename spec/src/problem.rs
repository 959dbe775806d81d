//! Problems of a configuration, as text and in machine-readable parts.

use serde::{Serialize, Serializer};
use std::{fmt, ops::Range};

/// Value that replaces one of the configuration file, as given by `--set key=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// Path of the key, for example `marking.policy`.
    pub key: String,
    /// Value in TOML; text that is not a TOML value is taken as a string.
    pub value: String,
}

impl std::str::FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text
            .split_once('=')
            .ok_or_else(|| format!("`{text}` has no `=`; the form is key=value"))?;
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() || key.split('.').any(str::is_empty) {
            return Err(format!("`{key}` is not a key; a key is written as marking.policy"));
        }
        Ok(Override { key: key.into(), value: value.into() })
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--set {}={}", self.key, self.value)
    }
}

/// Location of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// Byte range of the source.
    Source(Range<usize>),
    /// Override, as written by the user.
    Override(String),
    /// File as a whole: something is missing.
    Nowhere,
}

/// Kinds of problems; their kebab-case names are part of the machine-readable output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Text that is not TOML, or not of another required form.
    Syntax,
    /// File or list without content.
    Empty,
    /// Key, table or name that occurs twice.
    Duplicate,
    /// Key or table that does not exist.
    UnknownKey,
    /// Required key or table that is absent.
    Missing,
    /// Key that is not allowed together with the value of another key.
    Superfluous,
    /// Value of the wrong type.
    WrongType,
    /// Number outside its range, or between the steps of the range.
    OutOfRange,
    /// Value that is not one of the allowed values.
    NotOneOf,
    /// Destination without a route.
    Unreachable,
    /// Route that is a loop.
    RoutingLoop,
    /// Routes that close a cycle, in which packets can wait for each other for ever.
    ChannelCycle,
    /// Times in the wrong order.
    OutOfOrder,
    /// Feature that is not implemented.
    NotSupported,
}

/// Allowed values.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allowed {
    /// Range, both ends included, in steps if there are any.
    Range {
        /// Minimum.
        #[serde(serialize_with = "plain")]
        min: f64,
        /// Maximum.
        #[serde(serialize_with = "plain")]
        max: f64,
        /// Step: only its multiples are allowed.
        #[serde(skip_serializing_if = "Option::is_none")]
        multiple_of: Option<u64>,
        /// Unit of all of them.
        unit: String,
    },
    /// List of values, in this unit; an empty unit for names.
    OneOf {
        /// Values.
        values: Vec<String>,
        /// Unit.
        unit: String,
    },
}

/// Serialises a whole number as an integer.
fn plain<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

impl Allowed {
    /// Range from `min` to `max`.
    pub(crate) fn range(min: f64, max: f64, unit: impl Into<String>) -> Self {
        Allowed::Range { min, max, multiple_of: None, unit: unit.into() }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Range { min, max, multiple_of, unit } => {
                let space = if unit.is_empty() { "" } else { " " };
                write!(f, "{min} to {max}{space}{unit}")?;
                multiple_of.map_or(Ok(()), |step| write!(f, ", a multiple of {step}"))
            }
            Allowed::OneOf { values, unit } => {
                let (last, rest) = match values.split_last() {
                    Some((last, rest)) if !rest.is_empty() => (last, rest),
                    _ if unit.is_empty() => return write!(f, "{}", values.concat()),
                    _ => return write!(f, "{} {unit}", values.concat()),
                };
                let space = if unit.is_empty() { "" } else { " " };
                write!(f, "{} or {last}{space}{unit}", rest.join(", "))
            }
        }
    }
}

/// Problem of a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Kind of the problem.
    pub kind: Kind,
    /// Path of the key, for example `marking.output_threshold`; empty for the whole file.
    pub key: String,
    /// Location.
    pub location: Location,
    /// Problem, with the value and the allowed values, in a sentence without a full stop.
    pub message: String,
    /// Problem in a few words, shown at the location.
    pub label: String,
    /// Allowed values.
    pub allowed: Option<Allowed>,
    /// Nearest correct name.
    pub suggestion: Option<String>,
    /// Advice.
    pub help: Option<String>,
    /// Related positions in the source.
    pub notes: Vec<(Range<usize>, String)>,
}

impl Problem {
    pub(crate) fn new(kind: Kind, key: &str, location: Location, message: String) -> Self {
        Problem {
            kind,
            key: key.into(),
            location,
            label: message.clone(),
            message,
            allowed: None,
            suggestion: None,
            help: None,
            notes: Vec::new(),
        }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn allowed(mut self, allowed: Allowed) -> Self {
        self.allowed = Some(allowed);
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn note(mut self, place: Option<Range<usize>>, text: impl Into<String>) -> Self {
        self.notes.extend(place.map(|place| (place, text.into())));
        self
    }

    pub(crate) fn suggest(mut self, suggestion: Option<String>) -> Self {
        if let Some(name) = &suggestion {
            self.label = format!("did you mean `{name}`?");
        }
        self.suggestion = suggestion;
        self
    }

    /// First byte in the source; problems without a position in the source come last.
    pub(crate) fn start(&self) -> usize {
        match &self.location {
            Location::Source(span) => span.start,
            Location::Override(_) | Location::Nowhere => usize::MAX,
        }
    }

    /// Line and column of the problem in `source`, both from 1, the column in characters.
    pub fn line_and_column(&self, source: &str) -> Option<(usize, usize)> {
        let Location::Source(span) = &self.location else { return None };
        line_and_column(source, span.start)
    }
}

/// Problem that `text` is not one of the `allowed` values.
pub(crate) fn out_of_range(kind: Kind, path: &str, text: &str, allowed: Allowed) -> Problem {
    let message = format!("{path} is {text}, but must be {allowed}");
    Problem::new(kind, path, Location::Nowhere, message)
        .label(format!("must be {allowed}"))
        .allowed(allowed)
}

/// Line and column of a byte of `source`, both from 1, the column in characters.
pub fn line_and_column(source: &str, byte: usize) -> Option<(usize, usize)> {
    let before = source.get(..byte)?;
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
}

/// All problems of a configuration, in the order of the file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", .0.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; "))]
pub struct Problems(pub Vec<Problem>);

/// Name nearest to `name`, if one is near enough to be a suggestion.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    /// Below this similarity (0 to 1) a suggestion is more likely to mislead than to help.
    const NEAR_ENOUGH: f64 = 0.75;
    let name = name.to_lowercase();
    names
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&name, candidate), candidate))
        .filter(|(similarity, _)| *similarity >= NEAR_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.to_owned())
}
