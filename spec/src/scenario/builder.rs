//! Context of the functions that build a scenario.

use super::unknown;
use crate::config::{document::Document, relate::value, Config, Kind, Problem};
use serde::de::DeserializeOwned;
use toml::de::DeValue;

/// Sources and problems of a scenario that is being built.
pub(super) struct Builder<'a, 'd> {
    pub document: &'a Document<'d>,
    pub config: &'a Config,
    pub problems: &'a mut Vec<Problem>,
    /// Reads the text of a file that the scenario names, or returns the reason why that failed.
    pub file: File<'a>,
}

/// Reads the text of a file by its name.
pub(super) type File<'a> = &'a dyn Fn(&str) -> Result<String, String>;

impl Builder<'_, '_> {
    /// Reports a problem of a key.
    pub fn problem(&mut self, kind: Kind, key: &str, message: String, label: &str, help: &str) {
        let location = self.document.locate(key);
        let problem = Problem::new(kind, key, location, message).label(label).help(help);
        self.problems.push(problem);
    }

    /// Sections of a table whose keys are names, in the order of the file.
    pub fn sections<T: DeserializeOwned + 'static>(&self, table: &str) -> Vec<(String, T)> {
        let Some((_, entry)) = self.document.entry(table) else { return Vec::new() };
        let DeValue::Table(entries) = entry.get_ref() else { return Vec::new() };
        let mut names: Vec<_> =
            entries.keys().map(|key| (key.span().start, key.get_ref().to_string())).collect();
        names.sort();
        let read = |(_, name): (usize, String)| {
            value(self.document, &format!("{table}.{name}")).map(|section| (name, section))
        };
        names.into_iter().filter_map(read).collect()
    }

    /// Key of a group of flows: of its `to`, or of its pattern, which may form several groups with names
    /// that begin with its own.
    pub fn key_of_flows(&self, group: &str) -> String {
        let pattern = group.rsplit_once('-').map_or(group, |(pattern, _)| pattern);
        let keys = [
            format!("flows.{group}.to"),
            format!("patterns.{group}"),
            format!("patterns.{pattern}"),
        ];
        let found = keys.into_iter().find(|key| self.document.entry(key).is_some());
        found.unwrap_or_else(|| "flows".into())
    }

    /// Time in whole cycles; `unit_ns` is the unit of `time` in nanoseconds.
    pub fn cycles(&self, time: f64, unit_ns: f64) -> u64 {
        (time * unit_ns / self.config.clock().period_ns()).round() as u64
    }

    /// Index of a name among others; an unknown name is a problem of the key.
    pub fn place(&mut self, key: &str, what: &str, name: &str, names: &[String]) -> Option<usize> {
        let place = names.iter().position(|other| other == name);
        if place.is_none() {
            let names = names.iter().map(String::as_str);
            self.problems.push(unknown(self.document, key, what, name, names));
        }
        place
    }
}

/// One nanosecond in nanoseconds.
pub(super) const NS: f64 = 1.0;
/// Nanoseconds of a microsecond.
pub(super) const US: f64 = 1e3;
/// Nanoseconds of a millisecond.
pub(super) const MS: f64 = 1e6;

/// Group of hosts: name, and indices of the hosts.
pub(super) struct Group {
    pub name: String,
    pub hosts: Vec<usize>,
}
