//! The figures of the papers, in the papers' form.

mod efl;
mod globecom;
mod gran;
mod infocom;
mod pfister;

use crate::{
    outcome::Outcome,
    plot::{Axis, Curve, Plot, Shape, Stated},
    results::{Ran, Results, SOURCES},
};

/// A figure.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Name in the page, and prefix of the file names.
    pub name: &'static str,
    /// Paper of the figure.
    pub paper: &'static str,
    /// Number and title.
    pub title: &'static str,
    /// Scenarios that the figure uses.
    pub scenarios: Vec<&'static str>,
    /// Rows that the figure illustrates.
    pub rows: &'static [&'static str],
    /// Plots of the figure.
    pub plots: Vec<Plot>,
}

/// Returns all figures for which results exist.
pub fn all(results: &Results) -> Vec<Figure> {
    let papers = [infocom::all, globecom::all, pfister::all, gran::all, efl::all];
    papers.iter().flat_map(|figures| figures(results)).collect()
}

/// A value that a paper states for the period in which the victim sends.
fn while_victim(value: f64) -> Stated {
    Stated { value, along: [42.0, 58.0] }
}

/// Plots rates over time, of links and groups of flows, as in many figures of both papers.
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

/// Returns a figure of rates over time.
fn traced(
    results: &Results,
    name: &'static str,
    (paper, title): (&'static str, &'static str),
    rows: &'static [&'static str],
    stated: &[f64],
) -> Option<Figure> {
    let stated = stated.iter().map(|value| while_victim(*value)).collect();
    let plots = vec![trace(results, name, stated)?];
    // Other runs of the same file belong to the figure's rows.
    let of_file = SOURCES.iter().filter(|source| source.file == name);
    let scenarios = of_file.map(|source| source.name).collect();
    Some(Figure { name, paper, title, scenarios, rows, plots })
}

/// Returns a curve of a sweep, with one point per run.
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

/// Returns the utilisation of a link in percent.
fn used(link: &'static str) -> impl Fn(&Outcome) -> f64 {
    move |outcome| 100.0 * outcome.link(link)
}
