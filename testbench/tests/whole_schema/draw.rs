//! Configuration files drawn from the JSON Schema of configuration files alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use tailback_testbench::random::Random;

use super::numbers::Range;

/// A drawn configuration file, which need not be valid.
#[derive(Debug, Clone)]
pub struct Draw {
    /// Seed of the draw, and of everything that is run with it.
    pub seed: u64,
    /// Values in TOML by the paths of their keys, such as `switch.ports`.
    pub values: BTreeMap<String, String>,
    /// Tables in the file, including empty ones.
    tables: Vec<String>,
}

/// A key of the schema.
#[derive(Debug, Clone)]
pub struct Key {
    /// Path of the key.
    pub path: String,
    /// Whether the key, or the table that contains it, may be absent.
    pub optional: bool,
    /// Enumerated values in TOML, if any.
    pub choices: Vec<String>,
}

impl Draw {
    /// The draw for a seed.
    pub fn new(schema: &Value, seed: u64) -> Self {
        let mut draw = Draw { seed, values: BTreeMap::new(), tables: Vec::new() };
        draw.table(schema, "", &mut Random::new(seed));
        draw
    }

    fn table(&mut self, schema: &Value, path: &str, random: &mut Random) {
        for (name, key) in properties(schema) {
            let is_there = is_required(schema, name) || random.below(8) < 5;
            if !is_there {
                continue;
            }
            let path = join(path, name);
            if key["type"] == "object" {
                self.tables.push(path.clone());
                self.table(key, &path, random);
            } else {
                let value = value(key, &path, random);
                self.values.insert(path, value);
            }
        }
    }

    /// Whether a key is in the file, or its table is, or it belongs to the top level.
    pub fn mentions(&self, key: &str) -> bool {
        let table = key.rsplit_once('.').map(|(table, _)| table);
        self.values.contains_key(key)
            || table.is_none_or(|table| self.tables.iter().any(|other| other == table))
    }

    /// Text of the file.
    pub fn toml(&self) -> String {
        let mut text = String::new();
        for table in std::iter::once("").chain(self.tables.iter().map(String::as_str)) {
            if !table.is_empty() {
                let _ = writeln!(text, "\n[{table}]");
            }
            for (path, value) in &self.values {
                let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
                if parent == table {
                    let _ = writeln!(text, "{name} = {value}");
                }
            }
        }
        text
    }
}

/// A random value of a key, in TOML.
fn value(key: &Value, path: &str, random: &mut Random) -> String {
    let choices = choices(key);
    if !choices.is_empty() {
        return choices[random.below(choices.len() as u64) as usize].clone();
    }
    let limit = |name: &str| key[name].as_f64();
    match (key["type"].as_str(), limit("minimum"), limit("maximum")) {
        (Some("integer"), Some(least), Some(most)) => {
            let step = key["multipleOf"].as_u64().unwrap_or(1);
            Range { least: least as u64, most: most as u64, step }.draw(random).to_string()
        }
        (Some("number"), Some(least), Some(most)) => fraction(least, most, random),
        (Some("string"), ..) if key["pattern"].is_string() => {
            format!("\"draw-{}\"", random.below(9))
        }
        (Some("boolean"), ..) => (random.below(2) == 0).to_string(),
        _ => panic!("no value can be drawn for {path}: {key}"),
    }
}

/// A random number of a range, often one of its ends, in thousandths; each power of two is equally
/// likely.
fn fraction(least: f64, most: f64, random: &mut Random) -> String {
    const THOUSANDTHS: f64 = 1000.0;
    const SHARES: u64 = 1 << 20;
    let share = random.below(SHARES) as f64 / SHARES as f64;
    let number = match random.below(8) {
        0 => least,
        1 => most,
        2 | 3 => (least * (most / least).powf(share)).round(),
        _ => (least * (most / least).powf(share) * THOUSANDTHS).round() / THOUSANDTHS,
    };
    format!("{number:?}")
}

/// Enumerated values of a key, in TOML.
fn choices(key: &Value) -> Vec<String> {
    let cases = key["oneOf"].as_array().into_iter().flatten().map(|case| &case["const"]);
    let values = key["enum"].as_array().into_iter().flatten();
    cases.chain(values).map(Value::to_string).collect()
}

/// All keys of the schema, except tables.
pub fn keys(schema: &Value) -> Vec<Key> {
    let mut found = Vec::new();
    collect(schema, "", false, &mut found);
    found
}

fn collect(schema: &Value, path: &str, optional: bool, found: &mut Vec<Key>) {
    for (name, key) in properties(schema) {
        let path = join(path, name);
        let optional = optional || !is_required(schema, name);
        match key["type"] == "object" {
            true => collect(key, &path, optional, found),
            false => found.push(Key { path, optional, choices: choices(key) }),
        }
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().into_iter().flatten().any(|required| required == name)
}

fn join(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}
