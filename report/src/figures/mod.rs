//! The figures of the papers, as the papers draw them.

mod globecom;
mod gran;
mod infocom;

use crate::{
    outcome::Outcome,
    plot::{Axis, Curve, Plot, Shape, Stated},
    results::{Ran, Results, SOURCES},
};

/// A figure.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its name in the page, and of its files.
    pub name: &'static str,
    /// Its paper.
    pub paper: &'static str,
    /// Its number and what it shows.
    pub title: &'static str,
    /// The scenarios that it takes.
    pub scenarios: Vec<&'static str>,
    /// The rows that are about it.
    pub rows: &'static [&'static str],
    /// Its plots.
    pub plots: Vec<Plot>,
}

/// All figures of which there are results.
pub fn all(results: &Results) -> Vec<Figure> {
    [infocom::all(results), globecom::all(results), gran::all(results)].concat()
}

/// A value that a paper states for the time in which the victim sends.
fn while_victim(value: f64) -> Stated {
    Stated { value, along: [42.0, 58.0] }
}

/// Rates over time, as in many figures of both papers: links and groups of flows.
fn trace(results: &Results, scenario: &str, stated: Vec<Stated>) -> Option<Plot> {
    let curves = results.single(scenario)?.curves.as_ref()?;
    let curve = |name: &str, points: Option<Vec<(f64, f64)>>| {
        let points = points?.into_iter().map(|(time, rate)| (time, 100.0 * rate)).collect();
        Some(Curve { name: name.into(), points, shape: Shape::Line })
    };
    let all = [
        curve("root link", curves.link("B->root-sink")),
        curve("inter-switch", curves.link("A->B")),
        curve("local flows", curves.group("local")),
        curve("remote flows", curves.group("remote")),
        curve("victim flow", curves.group("victim")),
    ];
    Some(Plot {
        title: "Rates in a sliding window of 2 ms".into(),
        x: Axis::linear("time [ms]", [0.0, 100.0]),
        y: Axis::linear("rate [% of a link]", [0.0, 105.0]),
        curves: all.into_iter().flatten().collect(),
        stated,
    })
}

/// A figure of rates over time.
fn traced(
    results: &Results,
    name: &'static str,
    (paper, title): (&'static str, &'static str),
    rows: &'static [&'static str],
    stated: &[f64],
) -> Option<Figure> {
    let stated = stated.iter().map(|value| while_victim(*value)).collect();
    let plots = vec![trace(results, name, stated)?];
    // Other runs of the same file are for its rows.
    let of_file = SOURCES.iter().filter(|source| source.file == name);
    let scenarios = of_file.map(|source| source.name).collect();
    Some(Figure { name, paper, title, scenarios, rows, plots })
}

/// A curve of a sweep: a point for each run.
fn swept(
    ran: &Ran,
    axis: &str,
    at: &[(&str, &str)],
    name: impl Into<String>,
    (scale, value): (f64, impl Fn(&Outcome) -> f64),
) -> Curve {
    let points = ran.along(axis, at).into_iter().map(|(x, outcome)| (x * scale, value(outcome)));
    Curve { name: name.into(), points: points.collect(), shape: Shape::Dots }
}

/// How much a link is used, in percent.
fn used(link: &'static str) -> impl Fn(&Outcome) -> f64 {
    move |outcome| 100.0 * outcome.link(link)
}
