//! Sweeps: a scenario in which some values are lists or ranges, and each combination is a point.
//!
//! The table `[sweep]` has three forms, which can be mixed; the points are the product of all:
//!
//! * a key of the scenario with a list of values, or a range with `from`, `to` and `step`;
//! * `[[sweep.together]]`: keys with lists of equal length, whose elements are combined by index;
//! * `[sweep.variants.NAME]`: keys with one value each, which form one variant of several.
//!
//! Without the table, the file itself is the only point.

mod axes;
mod range;

use super::Scenario;
use crate::config::{document::Document, Kind, Location, Override, Problem, Problems};
use axes::{Axis, Setting};

/// Key of the table.
pub(super) const SWEEP: &str = "sweep";

/// Most points of a sweep: more are a mistake, or take days.
const MOST_POINTS: usize = 4096;

/// Scenario at all points of its sweep.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// Keys of the scenario that differ between points, or `variant`.
    pub columns: Vec<String>,
    /// First column of each axis, from which the other columns of the axis follow.
    pub axes: Vec<usize>,
    /// Points; the first column changes least often.
    pub points: Vec<Point>,
}

/// Point of a sweep.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Point {
    /// Value for each column.
    pub values: Vec<String>,
    /// Overrides that derive the point from the file, without those of the caller.
    pub overrides: Vec<Override>,
    /// Scenario of the point.
    pub scenario: Scenario,
}

impl Sweep {
    /// Reads a scenario file with its sweep. Each of `overrides`, in order, replaces a value; a key
    /// that one of them sets is not swept.
    ///
    /// # Errors
    ///
    /// If the table `[sweep]` has a problem or more than 4096 points; else as
    /// [`Scenario::from_toml_with`], for the first point that has a problem.
    pub fn from_toml_with(
        source: &str,
        overrides: &[Override],
        file: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Self, Problems> {
        let axes = axes(source, overrides)?;
        let columns = axes.iter().flat_map(|axis| axis.columns.clone()).collect();
        let widths = axes.iter().map(|axis| axis.columns.len());
        let first = widths.scan(0, |next, width| Some(std::mem::replace(next, *next + width)));
        let first = first.collect();
        let mut points = Vec::new();
        for steps in product(&axes) {
            let settings: Vec<&Setting> = steps.iter().flat_map(|step| &step.settings).collect();
            let own: Vec<Override> = settings.iter().map(|setting| setting.change()).collect();
            // Overrides of the caller take precedence.
            let all = [own.as_slice(), overrides].concat();
            let scenario = Scenario::from_toml_with(source, &all, &file)
                .map_err(|Problems(found)| located(found, &settings))?;
            let values = steps.iter().flat_map(|step| step.shown.clone()).collect();
            points.push(Point { values, overrides: own, scenario });
        }
        Ok(Sweep { columns, axes: first, points })
    }

    /// Reads a scenario file without its sweep, whose points need not be valid.
    ///
    /// # Errors
    ///
    /// If the table `[sweep]` has a problem or more than 4096 points; else as
    /// [`Scenario::from_toml_with`].
    pub fn without(
        source: &str,
        overrides: &[Override],
        file: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Self, Problems> {
        axes(source, overrides)?;
        let scenario = Scenario::from_toml_with(source, overrides, file)?;
        let point = Point { values: Vec::new(), overrides: Vec::new(), scenario };
        Ok(Sweep { columns: Vec::new(), axes: Vec::new(), points: vec![point] })
    }

    /// Like [`Self::from_toml_with`], for a file that names no other file.
    ///
    /// # Errors
    ///
    /// As [`Self::from_toml_with`]; also if the scenario names a file.
    pub fn from_toml(source: &str, overrides: &[Override]) -> Result<Self, Problems> {
        Self::from_toml_with(source, overrides, |_| Err("no files are available".into()))
    }

    /// Whether there is no sweep.
    pub fn is_single(&self) -> bool {
        self.columns.is_empty()
    }
}

fn axes(source: &str, overrides: &[Override]) -> Result<Vec<Axis>, Problems> {
    let (document, mut problems) = Document::parse(source, overrides);
    // Reported by the reader of the scenario.
    if problems.iter().any(|problem| problem.kind == Kind::Syntax) {
        return Ok(Vec::new());
    }
    problems.clear();
    let mut axes = axes::read(&document, &mut problems);
    let set = |key: &str| overrides.iter().any(|change| change.key == key);
    axes.retain(|axis| !matches!(axis.single(), Some(key) if set(key)));
    let points = axes.iter().fold(1, |points: usize, axis| points.saturating_mul(axis.steps.len()));
    if points > MOST_POINTS {
        let message = format!("the sweep has {points} points");
        let label = format!("at most {MOST_POINTS}");
        let help = format!("a sweep has at most {MOST_POINTS} points; leave some values out");
        let key = document.entry(SWEEP).map(|(key, _)| document.location(SWEEP, key.span()));
        let location = key.unwrap_or(Location::Nowhere);
        problems
            .push(Problem::new(Kind::OutOfRange, SWEEP, location, message).label(label).help(help));
    }
    if problems.is_empty() {
        return Ok(axes);
    }
    problems.sort_by_key(Problem::start);
    Err(Problems(problems))
}

/// All combinations of one step of each axis.
fn product(axes: &[Axis]) -> Vec<Vec<&axes::Step>> {
    axes.iter().fold(vec![Vec::new()], |points, axis| {
        let with = |point: Vec<_>| axis.steps.iter().map(move |step| [point.clone(), vec![step]]);
        points.into_iter().flat_map(with).map(|parts| parts.concat()).collect()
    })
}

/// Moves problems of a point to the values of the sweep that cause them.
fn located(mut problems: Vec<Problem>, settings: &[&Setting]) -> Problems {
    for problem in &mut problems {
        let Location::Override(text) = &problem.location else { continue };
        let cause = settings.iter().find(|setting| setting.change().to_string() == *text);
        if let Some(setting) = cause {
            problem.location = setting.location.clone();
        }
    }
    problems.sort_by_key(Problem::start);
    Problems(problems)
}

#[cfg(test)]
mod tests;
