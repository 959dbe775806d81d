//! Checks of single keys and values of a document, against the JSON Schema of the file.
//!
//! The schema is derived from the declaration of the file, so that an editor, the reader and these
//! messages cannot disagree.

use super::document::Document;
use crate::problem::{nearest, out_of_range, Allowed, Kind, Location, Problem};
use serde_json::Value;
use toml::de::{DeInteger, DeTable, DeValue};

/// Problems of `document` that concern a single key or value.
pub(crate) fn check(document: &Document, schema: &Value) -> Vec<Problem> {
    if document.root.is_empty() {
        let help = format!("the required keys are {}", listed(&required(schema)));
        let what = schema["x-what"].as_str().unwrap_or("configuration");
        let message = format!("the {what} is empty");
        return vec![Problem::new(Kind::Empty, "", Location::Nowhere, message).help(help)];
    }
    let mut check = Check { document, problems: Vec::new() };
    check.table(&document.root, schema, "");
    check.problems
}

struct Check<'a> {
    document: &'a Document<'a>,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn table(&mut self, table: &DeTable, schema: &Value, path: &str) {
        // All keys of a table of names have the same schema.
        let others = &schema["additionalProperties"];
        if others.is_object() {
            return self.named(table, others, path);
        }
        let Some(properties) = schema["properties"].as_object() else { return };
        let open = others.as_bool() == Some(true);
        let known = || properties.keys().map(String::as_str);
        let mut misspelt = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let here = join(path, name);
            if let Some(schema) = properties.get(name) {
                let location = self.document.location(&here, value.span());
                self.value(value.get_ref(), schema, &here, location);
                continue;
            }
            if open {
                continue;
            }
            let what = if value.get_ref().is_table() { "table" } else { "key" };
            let location = self.document.location(&here, key.span());
            let message = format!("there is no {what} `{}`", here.escape_debug());
            let suggestion = nearest(name, known());
            misspelt.extend(suggestion.clone());
            let place = if path.is_empty() { "the top level".into() } else { format!("[{path}]") };
            let help = format!("{place} has the keys {}", listed(&known().collect::<Vec<_>>()));
            self.problems.push(
                Problem::new(Kind::UnknownKey, &here, location, message)
                    .label("unknown")
                    .suggest(suggestion.map(|name| join(path, &name)))
                    .help(help),
            );
        }
        for name in required(schema) {
            let meant = misspelt.iter().any(|misspelt| misspelt == name);
            if !meant && table.get(name).is_none() {
                self.missing(&properties[name], path, name);
            }
        }
    }

    /// Checks a table whose keys are names given by the user.
    fn named(&mut self, table: &DeTable, schema: &Value, path: &str) {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let here = join(path, name);
            if !is_name(name) || name.contains('.') {
                let location = self.document.location(&here, key.span());
                let message = format!("{path} has the key {name:?}, which is not a name");
                let help = "a name is a letter, then letters, digits, `-` or `_`";
                let problem = Problem::new(Kind::NotOneOf, &here, location, message);
                self.problems.push(problem.label("not a name").help(help));
                continue;
            }
            let location = self.document.location(&here, value.span());
            self.value(value.get_ref(), schema, &here, location);
        }
    }

    fn missing(&mut self, schema: &Value, path: &str, name: &str) {
        let here = join(path, name);
        let problem = if schema["type"] == "object" {
            let message = format!("the table `[{here}]` is missing");
            let help = match required(schema).as_slice() {
                [] => {
                    let keys = schema["properties"].as_object().into_iter().flatten();
                    let keys: Vec<&str> = keys.map(|(name, _)| name.as_str()).collect();
                    format!("add `[{here}]`, which has the keys {}", listed(&keys))
                }
                keys => format!("add `[{here}]` with {}", listed(keys)),
            };
            Problem::new(Kind::Missing, &here, Location::Nowhere, message).help(help)
        } else {
            let section = self.document.entry(path);
            let location = section
                .map_or(Location::Nowhere, |(key, _)| self.document.location(path, key.span()));
            let message = format!("the key `{here}` is missing");
            let problem = Problem::new(Kind::Missing, &here, location, message)
                .label(format!("needs `{name}`"))
                .help(description(schema));
            match allowed(schema) {
                Some(allowed) => problem.allowed(allowed),
                None => problem,
            }
        };
        self.problems.push(problem);
    }

    fn value(&mut self, value: &DeValue, schema: &Value, path: &str, location: Location) {
        let verdict = match (schema["type"].as_str().unwrap_or("string"), value) {
            ("object", DeValue::Table(table)) => return self.table(table, schema, path),
            ("integer" | "number", DeValue::Integer(integer)) => {
                let number = whole(integer);
                number_verdict(path, &integer.to_string(), number.map(|n| n as f64), schema)
            }
            ("number", DeValue::Float(float)) => {
                number_verdict(path, float.as_str(), float.as_str().parse().ok(), schema)
            }
            ("string", DeValue::String(text)) => text_verdict(path, text, schema),
            ("boolean", DeValue::Boolean(_)) => None,
            ("array", DeValue::Array(items)) => {
                let mut each = schema["items"].clone();
                each["description"] = schema["description"].clone();
                for item in items.iter() {
                    let location = self.document.location(path, item.span());
                    self.value(item.get_ref(), &each, path, location);
                }
                None
            }
            (wanted, found) => Some(wrong_type(path, wanted, found, schema)),
        };
        self.problems.extend(verdict.map(|mut problem| {
            problem.location = location;
            problem.help.get_or_insert_with(|| description(schema));
            problem
        }));
    }
}

/// Value of an integer; none beyond 128 bits.
pub(crate) fn whole(integer: &DeInteger) -> Option<i128> {
    i128::from_str_radix(integer.as_str(), integer.radix()).ok()
}

fn number_verdict(path: &str, text: &str, number: Option<f64>, schema: &Value) -> Option<Problem> {
    let allowed = allowed(schema)?;
    let (kind, inside) = match &allowed {
        // NaN is outside every range.
        Allowed::Range { min, max, multiple_of, .. } => {
            let fits = |number: &f64| multiple_of.is_none_or(|step| number % step as f64 == 0.0);
            let inside = number.filter(fits).is_some_and(|number| (*min..=*max).contains(&number));
            (Kind::OutOfRange, inside)
        }
        Allowed::OneOf { values, .. } => (
            Kind::NotOneOf,
            number.is_some_and(|number| values.iter().any(|value| *value == number.to_string())),
        ),
    };
    (!inside).then(|| out_of_range(kind, path, text, allowed))
}

fn text_verdict(path: &str, text: &str, schema: &Value) -> Option<Problem> {
    let Some(allowed) = allowed(schema) else {
        let named = schema["pattern"].is_string();
        return (named && !is_name(text)).then(|| {
            let message = format!("{path} is {text:?}, which cannot be part of a file name");
            Problem::new(Kind::NotOneOf, path, Location::Nowhere, message).label("not a name")
        });
    };
    let Allowed::OneOf { values, .. } = &allowed else { return None };
    if values.iter().any(|value| value == text) {
        return None;
    }
    let suggestion = nearest(text, values.iter().map(String::as_str));
    let message = format!("{path} cannot be {text:?}");
    let problem = Problem::new(Kind::NotOneOf, path, Location::Nowhere, message)
        .label("unknown")
        .help(format!("{path} is one of {allowed}"));
    Some(problem.suggest(suggestion).allowed(allowed))
}

/// Whether a text matches the pattern of names, the only pattern in the schema.
fn is_name(text: &str) -> bool {
    const LONGEST: usize = 64;
    text.len() <= LONGEST
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

fn wrong_type(path: &str, wanted: &str, found: &DeValue, schema: &Value) -> Problem {
    let wanted = match wanted {
        "object" => "a table".to_owned(),
        "integer" => "a whole number".to_owned(),
        "string" => "a string".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => "an array".to_owned(),
        other => format!("a {other}"),
    };
    let (found, text) = match found {
        DeValue::Integer(integer) => ("the whole number", integer.to_string()),
        DeValue::Float(float) => ("the fraction", float.to_string()),
        DeValue::String(text) => ("the string", format!("{:?}", text.as_ref())),
        DeValue::Boolean(value) => ("the boolean", value.to_string()),
        DeValue::Datetime(value) => ("the date", value.to_string()),
        DeValue::Array(_) => ("an array", String::new()),
        DeValue::Table(_) => ("a table", String::new()),
    };
    let space = if text.is_empty() { "" } else { " " };
    let message = format!("{path} must be {wanted}, not {found}{space}{text}");
    let problem = Problem::new(Kind::WrongType, path, Location::Nowhere, message);
    match allowed(schema) {
        Some(allowed) => problem.label(format!("must be {wanted}, {allowed}")).allowed(allowed),
        None => problem.label(format!("must be {wanted}")),
    }
}

/// Values that `schema` allows, if it restricts them.
pub(super) fn allowed(schema: &Value) -> Option<Allowed> {
    let unit = schema["x-unit"].as_str().unwrap_or_default().to_owned();
    if let (Some(min), Some(max)) = (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        return Some(Allowed::Range { min, max, multiple_of: schema["multipleOf"].as_u64(), unit });
    }
    let constants = schema["oneOf"].as_array().map(|cases| cases.iter().map(|c| &c["const"]));
    let values: Vec<_> = match (constants, schema["enum"].as_array()) {
        (Some(constants), _) => constants.filter_map(Value::as_str).map(str::to_owned).collect(),
        (_, Some(values)) => values.iter().map(Value::to_string).collect(),
        _ => return None,
    };
    Some(Allowed::OneOf { values, unit })
}

fn required(schema: &Value) -> Vec<&str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Description of a key, on one line.
fn description(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
