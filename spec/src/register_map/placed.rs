//! Registers with their place in the map as a whole.

use super::{
    entry::{Content, Entry, Field, Repeat},
    map::Map,
};

/// A register, or all repetitions of one, with its place in the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<'a> {
    /// Names from the outermost group to the register.
    pub path: Vec<&'a str>,
    /// Address of the first one, in bytes.
    pub address: u32,
    /// What it and the groups around it are repeated by, from the outside.
    pub repeats: Vec<&'a Repeat>,
    /// What it is.
    pub doc: &'a str,
    /// Its fields, in the order of their bits.
    pub fields: &'a [Field],
}

impl Placed<'_> {
    /// The path with an index for each repetition, as `ports[port].status`.
    pub fn indexed_path(&self, map: &Map) -> String {
        let (mut entries, mut text) = (map.entries(), String::new());
        for name in &self.path {
            let Some(entry) = entries.iter().find(|entry| entry.name == *name) else { break };
            if !text.is_empty() {
                text.push('.');
            }
            text += name;
            if let Some(repeat) = &entry.repeat {
                text += &format!("[{}]", repeat.index);
            }
            if let Content::Entries(inner) = &entry.content {
                entries = inner;
            }
        }
        text
    }
}

impl Map {
    /// Registers, each element of an array counted.
    pub fn words(&self) -> usize {
        let elements = |register: &Placed| {
            register.repeats.iter().map(|repeat| repeat.count as usize).product::<usize>()
        };
        self.registers().iter().map(elements).sum()
    }

    /// All registers in the order of the first address of each, arrays of them once.
    pub fn registers(&self) -> Vec<Placed<'_>> {
        let mut placed = Vec::new();
        let mut around = Around { path: Vec::new(), address: 0, repeats: Vec::new() };
        self.entries().iter().for_each(|entry| around.place(entry, &mut placed));
        placed
    }
}

/// The groups around an entry.
struct Around<'a> {
    path: Vec<&'a str>,
    address: u32,
    repeats: Vec<&'a Repeat>,
}

impl<'a> Around<'a> {
    fn place(&mut self, entry: &'a Entry, placed: &mut Vec<Placed<'a>>) {
        self.path.push(&entry.name);
        self.address += entry.offset;
        self.repeats.extend(&entry.repeat);
        match &entry.content {
            Content::Entries(entries) => entries.iter().for_each(|entry| self.place(entry, placed)),
            Content::Fields(fields) => placed.push(Placed {
                path: self.path.clone(),
                address: self.address,
                repeats: self.repeats.clone(),
                doc: &entry.doc,
                fields,
            }),
        }
        self.repeats.truncate(self.repeats.len() - usize::from(entry.repeat.is_some()));
        self.address -= entry.offset;
        self.path.pop();
    }
}
