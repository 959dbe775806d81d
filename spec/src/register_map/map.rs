//! Register maps.

use super::{
    check::{self, Invalid},
    entry::Entry,
};
use serde::Serialize;

/// A register map. A value of this type is always possible to build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Map {
    name: String,
    doc: String,
    entries: Vec<Entry>,
}

impl Map {
    /// Checks a map: its name and the entries at their offsets, in any order.
    ///
    /// # Errors
    ///
    /// If the map breaks a rule; [`Invalid`] has a variant for each of them.
    pub fn new(
        name: impl Into<String>,
        doc: impl Into<String>,
        mut entries: Vec<Entry>,
    ) -> Result<Self, Invalid> {
        entries.iter_mut().for_each(Entry::sort);
        entries.sort_by_key(|entry| entry.offset);
        let (name, doc): (String, String) = (name.into(), doc.into());
        check::check(&name, &doc, &entries)?;
        Ok(Map { name, doc, entries })
    }

    /// The name, a prefix of what is made from the map.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is the map of.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The entries in the order of their offsets.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Bytes from the first address to behind the last register.
    pub fn bytes(&self) -> u32 {
        // A checked map ends within 32 bits.
        check::end(&self.entries) as u32
    }

    /// Bits of an address that reaches every byte.
    pub fn address_bits(&self) -> usize {
        crate::parameter::bits_for(self.bytes() - 1)
    }
}
