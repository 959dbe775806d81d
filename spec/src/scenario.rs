//! Scenarios: a fabric of switches and hosts, its flows, and the measurements.
//!
//! A scenario file is read as a configuration file is: each key and value is checked by itself, then
//! against the others. All problems are reported at once, with key, line and column.

mod broken;
mod build;
mod builder;
mod choices;
mod congestion_table;
mod cycles;
mod ethernet;
mod exchange;
mod flows;
mod network;
mod paths;
mod patterns;
mod rates;
mod raw;
mod readings;
mod registers;
mod routes;
mod sweep;
mod topology;
mod trace;

pub use choices::Choices;
pub use cycles::Dependency;
pub use ethernet::{frame_beats, Damage, Tcp, TcpAfterIdle, Transport};
pub use exchange::{After, Division, Exchange};
pub use network::{Flow, Host, Peer, Scenario, Size, Step, Traffic, Trunk};
pub use paths::Paths;
pub use raw::schema;
pub use readings::{Full, Nics, Rates, Readings, Sources};
pub use registers::{CctTable, Registers, VictimMask};
pub use sweep::{Point, Sweep};

use crate::config::{
    check, document::Document, relate::value, Config, Kind, Location, Override, Problem, Problems,
};
use crate::presets;
use toml::de::{DeTable, DeValue};

/// Key of the table with the configuration.
const CONFIGURATION: &str = "configuration";

impl Scenario {
    /// Reads a scenario file in which each of `overrides`, in order, replaces or adds a value. `file`
    /// reads the text of a configuration or a trace that the scenario names, or returns the reason why
    /// that failed.
    ///
    /// # Errors
    ///
    /// If `source` is not TOML, `file` fails, or a key or value of the scenario or its
    /// configuration is missing, unknown or out of range, or contradicts another. [`Problems`]
    /// lists them in the order of the file; a syntax error hides the others.
    pub fn from_toml_with(
        source: &str,
        overrides: &[Override],
        file: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Self, Problems> {
        let (document, mut problems) = Document::parse(source, overrides);
        // Values next to a syntax error are guesses.
        if !problems.iter().any(|problem| problem.kind == Kind::Syntax) {
            problems.extend(check::check(&document, &schema()));
            described(&document, &mut problems);
            let plan = match problems.is_empty() {
                true => topology::plan(&document, &file, &mut problems),
                false => None,
            };
            let config = configuration(&document, &file, plan.as_ref(), &mut problems);
            if let (Some(config), true) = (config, problems.is_empty()) {
                let plan = plan.as_ref();
                let scenario = build::scenario(&document, config, plan, &file, &mut problems);
                match scenario {
                    Some(scenario) if problems.is_empty() => return Ok(scenario),
                    _ => {}
                }
            }
        }
        problems.sort_by_key(Problem::start);
        Err(Problems(problems))
    }

    /// Whether the top level of a file has a key or table of scenarios, not of configurations.
    pub fn is_in(source: &str) -> bool {
        let (document, _) = Document::parse(source, &[]);
        let own =
            ["switches", "hosts", "topology", "flows", "patterns", "run", "measure", CONFIGURATION];
        own.iter().any(|key| document.root.contains_key(*key))
    }

    /// Like [`Self::from_toml_with`], for a file that names no other file.
    ///
    /// # Errors
    ///
    /// As [`Self::from_toml_with`]; also if the scenario names a file.
    pub fn from_toml(source: &str, overrides: &[Override]) -> Result<Self, Problems> {
        Self::from_toml_with(source, overrides, |_| Err("no files are available".into()))
    }
}

/// Reports that the fabric or its traffic is not described.
fn described(document: &Document, problems: &mut Vec<Problem>) {
    if document.root.is_empty() {
        return;
    }
    let (fabric, traffic) = ("[topology] instead of switches, hosts and links", "[patterns]");
    for (key, other, what, instead) in [
        ("switches", topology::TOPOLOGY, "the key `switches`", fabric),
        ("hosts", topology::TOPOLOGY, "the table `[hosts]`", fabric),
        ("flows", patterns::PATTERNS, "the table `[flows]`", traffic),
    ] {
        if [key, other].iter().all(|key| document.entry(key).is_none()) {
            let message = format!("{what} is missing");
            let problem = Problem::new(Kind::Missing, key, Location::Nowhere, message);
            problems.push(problem.label("missing").help(format!("add {what}, or {instead}")));
        }
    }
}

/// Configuration of a scenario: a preset or a file, with the values that the scenario replaces. With a
/// topology, switches have the ports that it needs, unless the scenario sets their number.
fn configuration(
    document: &Document,
    file: impl FnOnce(&str) -> Result<String, String>,
    plan: Option<&topology::Plan>,
    problems: &mut Vec<Problem>,
) -> Option<Config> {
    let (preset_key, file_key) = ("configuration.preset", "configuration.file");
    let preset: Option<String> = value(document, preset_key);
    let path: Option<String> = value(document, file_key);
    let (key, text) = match (preset, path) {
        (Some(_), Some(_)) => {
            let message = "the configuration has both `preset` and `file`".into();
            let problem =
                Problem::new(Kind::Superfluous, file_key, document.locate(file_key), message);
            problems.push(problem.label("one too many").help("remove one of the two keys"));
            return None;
        }
        (Some(name), None) => (preset_key, preset_text(document, &name, problems)?),
        (None, Some(path)) => match file(&path) {
            Ok(text) => (file_key, text),
            Err(why) => {
                let location = document.locate(file_key);
                let message = format!("{file_key} cannot be read: {why}");
                let problem = Problem::new(Kind::NotOneOf, file_key, location, message);
                let help = "the path is relative to the directory of the scenario";
                problems.push(problem.label("cannot be read").help(help));
                return None;
            }
        },
        (None, None) => {
            if let Some((table, _)) = document.entry(CONFIGURATION) {
                let location = document.location(CONFIGURATION, table.span());
                let message = "the configuration has neither `preset` nor `file`".into();
                let help = format!("add `preset = \"{}\"`", presets::ALL[0].name);
                let problem = Problem::new(Kind::Missing, preset_key, location, message);
                problems.push(problem.label("needs `preset`").help(help));
            }
            return None;
        }
    };
    let mut overrides = Vec::new();
    if let Some(plan) = plan {
        let ports = plan.most_ports().max(*crate::switch::PORTS.start() as usize).to_string();
        overrides.push(Override { key: "switch.ports".into(), value: ports });
    }
    if let Some(DeValue::Table(table)) = document.entry(CONFIGURATION).map(|(_, v)| v.get_ref()) {
        flatten(table, "", &mut overrides);
    }
    match Config::from_toml_with(&text, &overrides) {
        Ok(config) => Some(config),
        Err(Problems(found)) => {
            problems.extend(found.into_iter().map(|problem| moved(document, key, problem)));
            None
        }
    }
}

fn preset_text(document: &Document, name: &str, problems: &mut Vec<Problem>) -> Option<String> {
    let preset = presets::find(name);
    if preset.is_none() {
        let key = "configuration.preset";
        let names = presets::ALL.iter().map(|preset| preset.name);
        problems.push(unknown(document, key, "preset", name, names));
    }
    preset.map(|preset| preset.toml.to_owned())
}

/// Adds an override for each value below a table.
fn flatten(table: &DeTable, path: &str, overrides: &mut Vec<Override>) {
    for (name, value) in table {
        let name = name.get_ref();
        let key = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        match value.get_ref() {
            DeValue::Table(inner) => flatten(inner, &key, overrides),
            _ if path.is_empty() && ["preset", "file"].contains(&name.as_ref()) => {}
            DeValue::Integer(number) => overrides.push(Override { key, value: number.to_string() }),
            DeValue::Float(number) => overrides.push(Override { key, value: number.to_string() }),
            DeValue::Boolean(value) => overrides.push(Override { key, value: value.to_string() }),
            DeValue::String(text) => overrides.push(Override { key, value: format!("{text:?}") }),
            // Other types are reported by the reader of the configuration.
            _ => overrides.push(Override { key, value: "[]".into() }),
        }
    }
}

/// Moves a problem of the configuration to its location in the scenario.
fn moved(document: &Document, whence: &str, mut problem: Problem) -> Problem {
    let key = format!("{CONFIGURATION}.{}", problem.key);
    problem.location = match document.locate(&key) {
        Location::Nowhere => document.locate(whence),
        location => location,
    };
    problem.key = key;
    problem.notes.clear();
    problem
}

/// Problem of an unknown name.
fn unknown<'a>(
    document: &Document,
    key: &str,
    what: &str,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Problem {
    let mut names: Vec<&str> = names.into_iter().collect();
    let suggestion = crate::config::nearest(name, names.iter().copied());
    names.iter_mut().for_each(|name| *name = name.trim());
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!("{key} is {name:?}, but there is no such {what}");
    Problem::new(Kind::NotOneOf, key, document.locate(key), message)
        .label("unknown")
        .suggest(suggestion)
        .help(format!("the possible names are {listed}"))
}

#[cfg(test)]
mod tests;
