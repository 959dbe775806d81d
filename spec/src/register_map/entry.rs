//! Registers, groups of registers, and fields.

use serde::Serialize;

/// Bits of a register.
pub const WORD_BITS: u32 = u32::BITS;

/// Bytes of a register, to a multiple of which each one is aligned.
pub const WORD_BYTES: u32 = WORD_BITS / u8::BITS;

/// A register, or a group of entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Lower case letters, digits and `_`, beginning with a letter; its own among its siblings.
    pub name: String,
    /// What it is, in sentences.
    pub doc: String,
    /// Bytes from the beginning of the map, or of the group that it is in.
    pub offset: u32,
    /// How often it is there, if that may be more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
    /// What is in it.
    #[serde(flatten)]
    pub content: Content,
}

/// Equal entries, one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repeat {
    /// What is counted, as `port`.
    pub index: String,
    /// How many there are, at least 1.
    pub count: u32,
    /// Bytes from one to the next.
    pub stride: u32,
}

/// What an entry consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// The fields of a register.
    Fields(Vec<Field>),
    /// The entries of a group.
    Entries(Vec<Entry>),
}

/// Bits of a register that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Lower case letters, digits and `_`, beginning with a letter; its own in its register.
    pub name: String,
    /// What it is, in sentences.
    pub doc: String,
    /// The least significant bit.
    pub lsb: u32,
    /// Bits, at least 1.
    pub width: u32,
    /// What software can do with it.
    pub access: Access,
    /// The value after reset; none if reset leaves it as it is, as that of a memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<u32>,
    /// The unit of its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The least and the most value, if they are not those of its width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u32, u32)>,
}

/// What software can do with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Access {
    /// Read a value that never changes.
    #[serde(rename = "const")]
    Constant,
    /// Read what hardware has written.
    #[serde(rename = "ro")]
    ReadOnly,
    /// Read and write.
    #[serde(rename = "rw")]
    ReadWrite,
    /// Read, and clear the bits that are written as 1.
    #[serde(rename = "w1c")]
    WriteOneToClear,
    /// Read, which clears it.
    #[serde(rename = "rc")]
    ReadToClear,
}

impl Access {
    /// The usual abbreviation.
    pub fn name(self) -> &'static str {
        match self {
            Access::Constant => "const",
            Access::ReadOnly => "ro",
            Access::ReadWrite => "rw",
            Access::WriteOneToClear => "w1c",
            Access::ReadToClear => "rc",
        }
    }
}

impl Entry {
    /// A register with these fields.
    pub fn register(name: &str, offset: u32, doc: impl Into<String>, fields: Vec<Field>) -> Self {
        let content = Content::Fields(fields);
        Entry { name: name.into(), doc: doc.into(), offset, repeat: None, content }
    }

    /// A group of these entries, the offsets of which count from the beginning of the group.
    pub fn group(name: &str, offset: u32, doc: impl Into<String>, entries: Vec<Entry>) -> Self {
        let content = Content::Entries(entries);
        Entry { name: name.into(), doc: doc.into(), offset, repeat: None, content }
    }

    /// The same `count` times, `stride` bytes from one to the next; `index` says what is counted.
    pub fn repeated(mut self, index: &str, count: u32, stride: u32) -> Self {
        self.repeat = Some(Repeat { index: index.into(), count, stride });
        self
    }

    pub(super) fn sort(&mut self) {
        match &mut self.content {
            Content::Fields(fields) => fields.sort_by_key(|field| field.lsb),
            Content::Entries(entries) => {
                entries.iter_mut().for_each(Entry::sort);
                entries.sort_by_key(|entry| entry.offset);
            }
        }
    }
}

impl Field {
    /// A field of `width` bits from bit `lsb` upwards, which reset clears.
    pub fn new(name: &str, lsb: u32, width: u32, access: Access, doc: impl Into<String>) -> Self {
        let (name, doc) = (name.into(), doc.into());
        Field { name, doc, lsb, width, access, reset: Some(0), unit: None, range: None }
    }

    /// A field whose value is `value` for ever.
    pub fn constant(name: &str, lsb: u32, width: u32, value: u32, doc: impl Into<String>) -> Self {
        Field { reset: Some(value), ..Field::new(name, lsb, width, Access::Constant, doc) }
    }

    /// The same, left as it is by reset.
    pub fn without_reset(self) -> Self {
        Field { reset: None, ..self }
    }

    /// The same with a unit.
    pub fn unit(self, unit: &str) -> Self {
        Field { unit: Some(unit.into()), ..self }
    }

    /// The same with a least and a most value.
    pub fn range(self, least: u32, most: u32) -> Self {
        Field { range: Some((least, most)), ..self }
    }

    /// The most that its bits can hold.
    pub fn highest(&self) -> u32 {
        (u64::MAX >> (u64::BITS - self.width)) as u32
    }

    /// The most significant bit.
    pub fn msb(&self) -> u32 {
        self.lsb + self.width - 1
    }

    /// Its bits in the register.
    pub fn mask(&self) -> u32 {
        self.highest() << self.lsb
    }
}
