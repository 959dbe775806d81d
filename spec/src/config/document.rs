//! TOML document with the position of each value.

use crate::problem::{Kind, Location, Override, Problem};
use std::{borrow::Cow, collections::BTreeSet, ops::Range};
use toml::{
    de::{DeTable, DeValue},
    Spanned,
};

/// Message of `toml` for a key that occurs twice, the only sign of such an error.
const DUPLICATE_KEY: &str = "duplicate key";

/// Tables of a configuration file, with the overrides applied.
pub(crate) struct Document<'a> {
    source: &'a str,
    overrides: &'a [Override],
    pub root: DeTable<'a>,
}

impl<'a> Document<'a> {
    /// Reads as much as possible. Values next to a syntax error are guesses, and the caller must not
    /// check them. A duplicate key is left out, and the other keys are to be checked.
    pub fn parse(source: &'a str, overrides: &'a [Override]) -> (Self, Vec<Problem>) {
        let (root, errors) = DeTable::parse_recoverable(source);
        let mut document = Document { source, overrides, root: root.into_inner() };
        let mut problems: Vec<_> = errors.iter().map(|error| document.syntax(error)).collect();
        let mut lines = BTreeSet::new();
        problems.sort_by_key(Problem::start);
        // Further errors on the line of a syntax error are consequences.
        problems.retain(|problem| {
            let line = problem.line_and_column(source).map(|(line, _)| line);
            problem.kind != Kind::Syntax || lines.insert(line)
        });
        problems.extend(overrides.iter().filter_map(|change| document.apply(change)));
        (document, problems)
    }

    /// Location of the value of `path`; `span` is its position in the source, if no override set it.
    pub fn location(&self, path: &str, span: Range<usize>) -> Location {
        let last = self.overrides.iter().rev().find(|change| {
            path.strip_prefix(change.key.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        match last {
            Some(change) => Location::Override(change.to_string()),
            None => Location::Source(span),
        }
    }

    /// Key and value of `path`.
    pub fn entry(&self, path: &str) -> Option<(&Spanned<Cow<'a, str>>, &Spanned<DeValue<'a>>)> {
        let (mut parts, mut table) = (path.split('.'), &self.root);
        let mut entry = table.get_key_value(parts.next()?)?;
        for part in parts {
            table = entry.1.get_ref().as_table()?;
            entry = table.get_key_value(part)?;
        }
        Some(entry)
    }

    /// Position of the value of `path` in the source, if the source has one.
    pub fn place(&self, path: &str) -> Option<Range<usize>> {
        let span = self.entry(path)?.1.span();
        match self.location(path, span) {
            Location::Source(span) => Some(span),
            _ => None,
        }
    }

    /// Location of the value of `path`.
    pub fn locate(&self, path: &str) -> Location {
        match self.entry(path) {
            Some((_, value)) => self.location(path, value.span()),
            None => Location::Nowhere,
        }
    }

    fn syntax(&self, error: &toml::de::Error) -> Problem {
        let span = error.span().unwrap_or(0..0);
        if error.message() != DUPLICATE_KEY {
            return self.not_toml(span, error.message());
        }
        let name = self.source.get(span.clone()).unwrap_or_default();
        let line_start = self
            .source
            .get(..span.start)
            .unwrap_or_default()
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let table = self.source[line_start..].trim_start().starts_with('[');
        let what = if table { "table" } else { "key" };
        let path = if table { name.to_owned() } else { self.path_at(line_start, name) };
        Problem::new(
            Kind::Duplicate,
            &path,
            Location::Source(span.clone()),
            format!("the {what} `{path}` occurs twice"),
        )
        .label("second occurrence")
        .help(format!("remove one of them; TOML allows each {what} once"))
        .note(self.first(&path, table, span.start), "first occurrence")
    }

    fn not_toml(&self, span: Range<usize>, what: &str) -> Problem {
        let text = self.source.get(span.clone()).unwrap_or_default();
        // The parser reads a bare word as the start of a number or of `true`.
        let bare_word = what.starts_with("invalid ") || what.starts_with("string values must");
        if bare_word && text.starts_with(|c: char| c.is_alphabetic()) {
            let message = format!("this is not TOML: the string {text} needs quotes");
            return Problem::new(Kind::Syntax, "", Location::Source(span), message)
                .label("needs quotes")
                .help(format!("write \"{text}\""));
        }
        Problem::new(Kind::Syntax, "", Location::Source(span), format!("this is not TOML: {what}"))
            .label(what)
            .help("https://toml.io describes the syntax: `key = value`, below a header `[table]`")
    }

    /// Path of `name` on a line, from the table header above that line.
    fn path_at(&self, line_start: usize, name: &str) -> String {
        let header = self.source[..line_start].lines().rev().find_map(header_name);
        match header {
            Some(header) => format!("{header}.{name}"),
            None => name.to_owned(),
        }
    }

    fn first(&self, path: &str, table: bool, before: usize) -> Option<Range<usize>> {
        if !table {
            let span = self.entry(path)?.0.span();
            return (span.end <= before).then_some(span);
        }
        let mut start = 0;
        for line in self.source[..before].split_inclusive('\n') {
            if header_name(line) == Some(path) {
                let name = start + line.find(path)?;
                return Some(name..name + path.len()).filter(|span| span.end <= before);
            }
            start += line.len();
        }
        None
    }

    fn apply(&mut self, change: &'a Override) -> Option<Problem> {
        let value = match DeValue::parse(&change.value) {
            Ok(value) => value,
            Err(_) => Spanned::new(0..0, DeValue::String(Cow::Borrowed(&change.value))),
        };
        let (tables, name) = match change.key.rsplit_once('.') {
            Some((tables, name)) => (Some(tables), name),
            None => (None, change.key.as_str()),
        };
        let mut table = &mut self.root;
        for part in tables.into_iter().flat_map(|tables| tables.split('.')) {
            let key = Spanned::new(0..0, Cow::Borrowed(part));
            let entry = table
                .entry(key)
                .or_insert_with(|| Spanned::new(0..0, DeValue::Table(DeTable::new())));
            let DeValue::Table(inner) = entry.get_mut() else {
                let message = format!("there is no key `{}`: `{part}` is not a table", change.key);
                let location = Location::Override(change.to_string());
                return Some(
                    Problem::new(Kind::UnknownKey, &change.key, location, message)
                        .help(format!("set `{part}` itself")),
                );
            };
            table = inner;
        }
        table.insert(Spanned::new(0..0, Cow::Borrowed(name)), value);
        None
    }
}

/// Name in a line that is a table header.
fn header_name(line: &str) -> Option<&str> {
    let (name, _) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    Some(name.trim_matches(|c: char| c == '[' || c.is_whitespace()))
}
