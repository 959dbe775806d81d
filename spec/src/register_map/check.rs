//! Rules of register maps.

use super::entry::{Access, Content, Entry, Field, WORD_BITS, WORD_BYTES};
use std::collections::BTreeSet;

/// Why a register map cannot be built. Entries and fields are named by their path, as
/// `ports.status.link_active`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Not lower case letters, digits and `_`, beginning with a letter.
    #[error("`{0}` is not a valid name of a register or a field")]
    Name(String),
    /// Two things have one name in what is made from the map.
    #[error("the name `{0}` occurs twice")]
    Duplicate(String),
    /// Nothing says what it is.
    #[error("`{0}` has no description")]
    Undocumented(String),
    /// A register without fields, a group without entries, or none of them repeated.
    #[error("`{0}` is empty")]
    Empty(String),
    /// An offset or a stride that is no multiple of a register's bytes.
    #[error("`{name}` is at {bytes:#x}, which is not a multiple of {WORD_BYTES} bytes")]
    Misaligned {
        /// The entry.
        name: String,
        /// Its offset or stride.
        bytes: u32,
    },
    /// Two entries have an address in common.
    #[error("`{first}` ends before {end:#x}, but `{second}` begins at {start:#x}")]
    Overlap {
        /// The one with the lower offset.
        first: String,
        /// The first byte behind it.
        end: u64,
        /// The other one.
        second: String,
        /// Its offset.
        start: u64,
    },
    /// A repeated entry is larger than its stride.
    #[error("`{name}` has {bytes:#x} bytes, but its stride is {stride:#x}")]
    Stride {
        /// The entry.
        name: String,
        /// Bytes of one.
        bytes: u64,
        /// Bytes from one to the next.
        stride: u32,
    },
    /// More than 32 bits can address.
    #[error("the map has {0:#x} bytes, more than 32 bits can address")]
    TooLarge(u64),
    /// A field without bits, or one that reaches beyond its register.
    #[error("`{name}` has {width} bits from bit {lsb} upwards, in a register of {WORD_BITS} bits")]
    Width {
        /// The field.
        name: String,
        /// Its least significant bit.
        lsb: u32,
        /// Its bits.
        width: u32,
    },
    /// Two fields of a register have a bit in common.
    #[error("`{first}` and `{second}` share bit {bit}")]
    SharedBit {
        /// The lower one.
        first: String,
        /// The higher one.
        second: String,
        /// The lowest bit that both have.
        bit: u32,
    },
    /// A reset value that the field cannot hold, or a range that does not have it.
    #[error("`{name}` cannot be {value}")]
    Value {
        /// The field.
        name: String,
        /// The reset value, or an end of the range.
        value: u32,
    },
    /// A constant without a value.
    #[error("`{0}` is constant but has no value")]
    NoValue(String),
}

/// Checks the map `name` with these entries, in the order of their offsets.
pub(super) fn check(name: &str, doc: &str, entries: &[Entry]) -> Result<(), Invalid> {
    let mut check = Check::default();
    let mut path = Vec::new();
    check.names(name, name, doc)?;
    check.siblings(entries, &mut path, name)?;
    let bytes = end(entries);
    match u32::try_from(bytes) {
        Ok(_) => Ok(()),
        Err(_) => Err(Invalid::TooLarge(bytes)),
    }
}

/// The first byte behind the last of `entries`, which may be in any order.
pub(super) fn end(entries: &[Entry]) -> u64 {
    entries.iter().map(|entry| u64::from(entry.offset) + span(entry)).max().unwrap_or(0)
}

/// Bytes of an entry, all its repetitions included, and what is between them and behind the last.
fn span(entry: &Entry) -> u64 {
    match &entry.repeat {
        Some(repeat) => u64::from(repeat.count) * u64::from(repeat.stride),
        None => one(entry),
    }
}

/// Bytes of one of an entry's repetitions.
fn one(entry: &Entry) -> u64 {
    match &entry.content {
        Content::Fields(_) => WORD_BYTES.into(),
        Content::Entries(entries) => end(entries),
    }
}

/// The names that were met, joined as generators join them, and the indices that count repetitions
/// of the groups around.
#[derive(Default)]
struct Check {
    entries: BTreeSet<String>,
    fields: BTreeSet<String>,
    indices: Vec<String>,
}

impl Check {
    fn names(&self, path: &str, name: &str, doc: &str) -> Result<(), Invalid> {
        let good = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !good {
            return Err(Invalid::Name(path.into()));
        }
        if doc.trim().is_empty() {
            return Err(Invalid::Undocumented(path.into()));
        }
        Ok(())
    }

    fn siblings<'a>(
        &mut self,
        entries: &'a [Entry],
        path: &mut Vec<&'a str>,
        parent: &str,
    ) -> Result<(), Invalid> {
        if entries.is_empty() {
            return Err(Invalid::Empty(parent.into()));
        }
        for entry in entries {
            path.push(&entry.name);
            self.entry(entry, path)?;
            path.pop();
        }
        let named = |entry: &Entry| [&path[..], &[&entry.name]].concat().join(".");
        for pair in entries.windows(2) {
            let [first, second] = pair else { continue };
            let (end, start) = (u64::from(first.offset) + span(first), u64::from(second.offset));
            if start < end {
                let (first, second) = (named(first), named(second));
                return Err(Invalid::Overlap { first, end, second, start });
            }
        }
        Ok(())
    }

    fn entry<'a>(&mut self, entry: &'a Entry, path: &mut Vec<&'a str>) -> Result<(), Invalid> {
        let name = path.join(".");
        self.names(&name, &entry.name, &entry.doc)?;
        if !self.entries.insert(path.join("_")) {
            return Err(Invalid::Duplicate(name));
        }
        if !entry.offset.is_multiple_of(WORD_BYTES) {
            return Err(Invalid::Misaligned { name, bytes: entry.offset });
        }
        if let Some(repeat) = &entry.repeat {
            self.names(&name, &repeat.index, &entry.doc)?;
            if repeat.count == 0 {
                return Err(Invalid::Empty(name));
            }
            if !repeat.stride.is_multiple_of(WORD_BYTES) {
                return Err(Invalid::Misaligned { name, bytes: repeat.stride });
            }
            let bytes = one(entry);
            if bytes > repeat.stride.into() {
                return Err(Invalid::Stride { name, bytes, stride: repeat.stride });
            }
        }
        let around = self.indices.len();
        if let Some(repeat) = &entry.repeat {
            if self.indices.contains(&repeat.index) {
                return Err(Invalid::Duplicate(format!("{name}[{}]", repeat.index)));
            }
            self.indices.push(repeat.index.clone());
        }
        match &entry.content {
            Content::Entries(entries) => self.siblings(entries, path, &name),
            Content::Fields(fields) => self.fields(fields, path, &name),
        }?;
        self.indices.truncate(around);
        Ok(())
    }

    fn fields(&mut self, fields: &[Field], path: &[&str], register: &str) -> Result<(), Invalid> {
        if fields.is_empty() {
            return Err(Invalid::Empty(register.into()));
        }
        for field in fields {
            let name = format!("{register}.{}", field.name);
            self.names(&name, &field.name, &field.doc)?;
            if !self.fields.insert([path, &[&field.name]].concat().join("_")) {
                return Err(Invalid::Duplicate(name));
            }
            let end = u64::from(field.lsb) + u64::from(field.width);
            if field.width == 0 || end > WORD_BITS.into() {
                return Err(Invalid::Width { name, lsb: field.lsb, width: field.width });
            }
            values(field, name)?;
        }
        for pair in fields.windows(2) {
            let [first, second] = pair else { continue };
            if second.lsb <= first.msb() {
                let named = |field: &Field| format!("{register}.{}", field.name);
                let (first, bit, second) = (named(first), second.lsb, named(second));
                return Err(Invalid::SharedBit { first, second, bit });
            }
        }
        Ok(())
    }
}

fn values(field: &Field, name: String) -> Result<(), Invalid> {
    let (least, most) = field.range.unwrap_or((0, field.highest()));
    if least > most || most > field.highest() {
        return Err(Invalid::Value { name, value: most });
    }
    match field.reset {
        Some(value) if !(least..=most).contains(&value) => Err(Invalid::Value { name, value }),
        None if field.access == Access::Constant => Err(Invalid::NoValue(name)),
        _ => Ok(()),
    }
}
