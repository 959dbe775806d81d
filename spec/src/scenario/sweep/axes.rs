//! Table `[sweep]`: the axes, each with its steps.

use super::{range, MOST_POINTS, SWEEP};
use crate::config::{document::Document, Kind, Location, Override, Problem};
use std::borrow::Cow;
use toml::{
    de::{DeTable, DeValue},
    Spanned,
};

/// Axis: keys that vary independently of those of other axes.
#[derive(Debug)]
pub struct Axis {
    pub columns: Vec<String>,
    pub steps: Vec<Step>,
}

impl Axis {
    /// Key of an axis with a single key.
    pub fn single(&self) -> Option<&str> {
        match self.columns.as_slice() {
            [key] if key != VARIANT => Some(key),
            _ => None,
        }
    }
}

/// Step of an axis: a value for each column, and the settings.
#[derive(Debug)]
pub struct Step {
    pub shown: Vec<String>,
    pub settings: Vec<Setting>,
}

/// Value of a key, with its location in the sweep.
#[derive(Debug, Clone)]
pub struct Setting {
    key: String,
    text: String,
    pub location: Location,
}

impl Setting {
    pub fn change(&self) -> Override {
        Override { key: self.key.clone(), value: self.text.clone() }
    }

    /// Value without the quotes of TOML.
    fn shown(&self) -> String {
        self.text.trim_matches('"').to_owned()
    }
}

const TOGETHER: &str = "together";
const VARIANTS: &str = "variants";
/// Column of variants.
const VARIANT: &str = "variant";

/// All axes in the order of the file.
pub fn read(document: &Document, problems: &mut Vec<Problem>) -> Vec<Axis> {
    let mut reader = Reader { document, problems, axes: Vec::new(), keys: Vec::new() };
    let Some((_, entry)) = document.entry(SWEEP) else { return Vec::new() };
    // Another type than a table is reported by the check against the schema.
    let DeValue::Table(table) = entry.get_ref() else { return Vec::new() };
    for (name, value) in ordered(table) {
        match (name, value.get_ref()) {
            (TOGETHER, DeValue::Array(groups)) => {
                groups.iter().for_each(|group| reader.together(group))
            }
            (VARIANTS, DeValue::Table(variants)) => reader.variants(variants, value),
            (TOGETHER, _) => reader.wrong(TOGETHER, value, "needs a header `[[sweep.together]]`"),
            (VARIANTS, _) => reader.wrong(VARIANTS, value, "needs headers `[sweep.variants.NAME]`"),
            (key, _) => {
                for (key, settings) in reader.leaves(key, value, true) {
                    let step = |setting: Setting| Step {
                        shown: vec![setting.shown()],
                        settings: vec![setting],
                    };
                    let steps = settings.into_iter().map(step).collect();
                    reader.axes.push(Axis { columns: vec![key], steps });
                }
            }
        }
    }
    reader.axes
}

struct Reader<'a, 'd> {
    document: &'a Document<'d>,
    problems: &'a mut Vec<Problem>,
    axes: Vec<Axis>,
    /// Keys of the axes so far.
    keys: Vec<String>,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_, '_> {
    /// Reads keys whose lists are combined by index.
    fn together(&mut self, group: &Value) {
        let DeValue::Table(table) = group.get_ref() else {
            return self.wrong(TOGETHER, group, "needs keys with lists of equal length");
        };
        let leaves: Vec<_> = ordered(table)
            .into_iter()
            .flat_map(|(key, value)| self.leaves(key, value, true))
            .collect();
        let Some((first, steps)) = leaves.first() else { return };
        for (key, settings) in &leaves {
            if settings.len() != steps.len() {
                let (here, there) = (settings.len(), steps.len());
                let message = format!("{key} has {here} values, but {first} has {there}");
                let location = settings.first().map_or(Location::Nowhere, |s| s.location.clone());
                let help = "lists in [[sweep.together]] must have equal lengths";
                self.problem(Kind::OutOfRange, key, location, message, "different length", help);
                return;
            }
        }
        let columns = leaves.iter().map(|(key, _)| key.clone()).collect();
        let step = |place: usize| {
            let settings: Vec<_> = leaves.iter().map(|(_, all)| all[place].clone()).collect();
            Step { shown: settings.iter().map(Setting::shown).collect(), settings }
        };
        let steps = (0..steps.len()).map(step).collect();
        self.axes.push(Axis { columns, steps });
    }

    /// Reads named sets of values.
    fn variants(&mut self, variants: &DeTable, whole: &Value) {
        let mut steps = Vec::new();
        for (name, value) in ordered(variants) {
            let DeValue::Table(table) = value.get_ref() else {
                self.wrong(VARIANTS, value, "needs headers `[sweep.variants.NAME]`");
                continue;
            };
            // Each variant may set what the others set.
            let keys = self.keys.clone();
            let leaves =
                ordered(table).into_iter().flat_map(|(key, value)| self.leaves(key, value, false));
            let settings = leaves.flat_map(|(_, settings)| settings).collect();
            self.keys = keys;
            steps.push(Step { shown: vec![name.to_owned()], settings });
        }
        if steps.is_empty() {
            return self.wrong(VARIANTS, whole, "needs at least one variant");
        }
        self.axes.push(Axis { columns: vec![VARIANT.into()], steps });
    }

    /// Keys at or below `key`, each with its values: lists and ranges, or single values.
    fn leaves(&mut self, key: &str, value: &Value, many: bool) -> Vec<(String, Vec<Setting>)> {
        let location = self.location(value);
        let texts: Vec<(String, Location)> = match value.get_ref() {
            DeValue::Table(table) if !many || !range::is_range(table) => {
                let inner = ordered(table).into_iter();
                let inner = inner
                    .flat_map(|(name, value)| self.leaves(&format!("{key}.{name}"), value, many));
                return inner.collect();
            }
            DeValue::Table(table) => match range::values(table, MOST_POINTS) {
                Ok(texts) => texts.into_iter().map(|text| (text, location.clone())).collect(),
                Err((what, part)) => {
                    let at = table.get(part).map_or(location, |part| self.location(part));
                    let message = format!("the range of {key}: {what}");
                    let help = "a range is `{ from = 2, to = 10, step = 2 }`, both ends included";
                    self.problem(Kind::OutOfRange, key, at, message, "not a range", help);
                    return Vec::new();
                }
            },
            DeValue::Array(items) if many => {
                if items.is_empty() {
                    let message = format!("the list of {key} is empty");
                    let help = "list at least one value, or remove the key";
                    self.problem(Kind::Empty, key, location, message, "empty", help);
                    return Vec::new();
                }
                let mut texts = Vec::new();
                for item in items.iter() {
                    let at = self.location(item);
                    let Some(text) = text(item.get_ref()) else {
                        self.wrong(key, item, "must be a number, a string or a boolean");
                        return Vec::new();
                    };
                    texts.push((text, at));
                }
                texts
            }
            single => match text(single) {
                Some(text) if !many => vec![(text, location)],
                _ => {
                    let what = match many {
                        true => "must be a list, or a range `{ from = 2, to = 10, step = 2 }`",
                        false => "must be a number, a string or a boolean",
                    };
                    self.wrong(key, value, what);
                    return Vec::new();
                }
            },
        };
        if key == SWEEP || key.starts_with("sweep.") || self.keys.iter().any(|other| other == key) {
            let (kind, what) = match self.keys.iter().any(|other| other == key) {
                true => (Kind::Duplicate, "is swept twice"),
                false => (Kind::UnknownKey, "cannot be swept"),
            };
            let message = format!("{key} {what}");
            self.problem(kind, key, self.location(value), message, what, "remove the key");
            return Vec::new();
        }
        self.keys.push(key.to_owned());
        let setting = |(text, location)| Setting { key: key.to_owned(), text, location };
        vec![(key.to_owned(), texts.into_iter().map(setting).collect())]
    }

    fn location(&self, value: &Value) -> Location {
        self.document.location(SWEEP, value.span())
    }

    fn wrong(&mut self, key: &str, value: &Value, what: &str) {
        let message = format!("sweep: {key} {what}");
        let help = "docs/reference/scenarios.md describes the forms of a sweep";
        self.problem(Kind::WrongType, key, self.location(value), message, what, help);
    }

    fn problem(
        &mut self,
        kind: Kind,
        key: &str,
        location: Location,
        message: String,
        label: &str,
        help: &str,
    ) {
        let key = format!("{SWEEP}.{key}");
        self.problems.push(Problem::new(kind, &key, location, message).label(label).help(help));
    }
}

/// Entries of a table in the order of the file.
fn ordered<'t, 'd>(table: &'t DeTable<'d>) -> Vec<(&'t str, &'t Spanned<DeValue<'d>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let name = |key: &'t Spanned<Cow<'d, str>>| key.get_ref().as_ref();
    entries.into_iter().map(|(key, value)| (name(key), value)).collect()
}

/// Scalar value in TOML.
fn text(value: &DeValue) -> Option<String> {
    Some(match value {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::String(text) => format!("{text:?}"),
        _ => return None,
    })
}
