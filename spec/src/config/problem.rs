//! What can be wrong with a configuration, in words and in parts.

use serde::{Serialize, Serializer};
use std::{fmt, ops::Range};

/// A value that replaces one of the configuration file, as given by `--set key=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// Path of the key, as `marking.policy`.
    pub key: String,
    /// The value in TOML; text that is no TOML value stands for itself.
    pub value: String,
}

impl std::str::FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text
            .split_once('=')
            .ok_or_else(|| format!("`{text}` has no `=`; write it as key=value"))?;
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() || key.split('.').any(str::is_empty) {
            return Err(format!("`{key}` is no key; write it as marking.policy"));
        }
        Ok(Override { key: key.into(), value: value.into() })
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--set {}={}", self.key, self.value)
    }
}

/// Where a problem is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// Bytes of the source.
    Source(Range<usize>),
    /// An override, as the user wrote it.
    Override(String),
    /// The file as a whole: something is not there.
    Nowhere,
}

/// The kinds of problems; their kebab-case names are part of the machine-readable output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The text is not TOML, or not of whatever form it should be.
    Syntax,
    /// The file says nothing.
    Empty,
    /// A key or a table is there twice.
    Duplicate,
    /// A key or a table that does not exist.
    UnknownKey,
    /// A key or a table that must be there is not.
    Missing,
    /// A key that has no meaning together with another one.
    Superfluous,
    /// A value of another type.
    WrongType,
    /// A number beyond its range, or between the steps of it.
    OutOfRange,
    /// A value that is not one of those possible.
    NotOneOf,
    /// There is no way from here to there.
    Unreachable,
    /// A way that comes back to where it was.
    RoutingLoop,
    /// Routes of packets that close a cycle, in which all can wait for each other.
    ChannelCycle,
    /// Times of which the later one comes first.
    OutOfOrder,
    /// Possible to build, but not known here yet.
    NotSupported,
}

/// What a value may be.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allowed {
    /// Both ends are possible, and what lies between them, in steps if there are any.
    Range {
        /// The least.
        #[serde(serialize_with = "plain")]
        min: f64,
        /// The most.
        #[serde(serialize_with = "plain")]
        max: f64,
        /// Only multiples of this are possible.
        #[serde(skip_serializing_if = "Option::is_none")]
        multiple_of: Option<u64>,
        /// The unit of all of them.
        unit: String,
    },
    /// One of these, in this unit; an empty unit for names.
    OneOf {
        /// The values.
        values: Vec<String>,
        /// Their unit.
        unit: String,
    },
}

/// A whole number without a fraction, so that machines see the integer that it is.
fn plain<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

impl Allowed {
    /// All from `min` to `max`.
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

/// One problem of a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Its kind.
    pub kind: Kind,
    /// Path of the key that it is about, as `marking.output_threshold`; empty for the whole file.
    pub key: String,
    /// Where it is.
    pub location: Location,
    /// What is wrong, with the value and what it may be, in a sentence without a full stop.
    pub message: String,
    /// The same in a few words, for the place itself.
    pub label: String,
    /// What the value may be.
    pub allowed: Option<Allowed>,
    /// The nearest name that would be right.
    pub suggestion: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places of the source that have to do with it.
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

    /// Where it begins in the source; what is nowhere in it comes last.
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

/// The problem that `text` is not among what is `allowed`.
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

/// The name nearest to `name`, if one is near enough to be what was meant.
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
