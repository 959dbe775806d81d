//! The page: all figures and verdicts in one self-contained HTML file.

use crate::{
    figures::Figure,
    judge::{Judged, JudgedPaper},
    markdown,
    plot::Plot,
    results::Results,
};
use minijinja::{context, value::Serde, Environment, UndefinedBehavior, Value};
use serde::Serialize;

const TEMPLATE: &str = include_str!("../templates/page.html");
/// Style of the page, in light and dark mode.
const PAGE_STYLE: &str = include_str!("../templates/page.css");
/// Colours of the plots, in light and dark mode.
pub const STYLE: &str = include_str!("../templates/plot.css");

/// Errors in making the page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A plot cannot be drawn.
    #[error("the plot {0:?} cannot be drawn: {1}")]
    Plot(String, String),
    /// The template has an error.
    #[error(transparent)]
    Template(#[from] minijinja::Error),
}

/// A plot as a separate file.
#[derive(Debug, Clone)]
pub struct Svg {
    /// File name.
    pub file: String,
    /// Title of the plot.
    title: String,
    /// SVG element, without colours.
    element: String,
}

impl Svg {
    /// Draws a plot that is not on a page.
    ///
    /// # Errors
    ///
    /// If the drawing library fails ([`PageError::Plot`]).
    pub fn of(plot: &Plot, file: &str) -> Result<Self, PageError> {
        let failed = |error: String| PageError::Plot(plot.title.clone(), error);
        let element = plot.svg().map_err(failed)?;
        Ok(Svg { file: file.into(), title: plot.title.clone(), element })
    }

    /// Returns the plot as a self-contained file.
    pub fn alone(&self) -> String {
        let style = format!("<title>{}</title>\n<style>\n{STYLE}</style>\n", escaped(&self.title));
        match self
            .element
            .find("xmlns=")
            .and_then(|at| self.element[at..].find('>').map(|end| at + end + 1))
        {
            Some(head) => format!("{}\n{style}{}", &self.element[..head], &self.element[head..]),
            None => self.element.clone(),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Draws the plots of figures; those of a figure are adjacent.
///
/// # Errors
///
/// If the drawing library fails ([`PageError::Plot`], with the title of the plot).
pub fn svgs(figures: &[Figure]) -> Result<Vec<Svg>, PageError> {
    let mut all = Vec::new();
    for figure in figures {
        for (number, plot) in (1..).zip(&figure.plots) {
            let failed = |error: String| PageError::Plot(plot.title.clone(), error);
            let element = plot.svg().map_err(failed)?;
            let several = figure.plots.len() > 1;
            let end = if several { format!("-{number}") } else { String::new() };
            let file = format!("{}{end}.svg", figure.name);
            let title = format!("{}: {}", figure.title, plot.title);
            all.push(Svg { file, title, element });
        }
    }
    Ok(all)
}

#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    title: &'a str,
    plots: Vec<ShownPlot<'a>>,
    rows: Vec<&'a Judged>,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct ShownPlot<'a> {
    title: &'a str,
    stated: bool,
    svg: Value,
}

#[derive(Serialize)]
struct Run {
    name: &'static str,
    seed: u64,
    points: usize,
    command: String,
}

#[derive(Serialize)]
struct Chapter<'a> {
    title: &'a str,
    figures: Vec<Shown<'a>>,
}

/// Returns the page.
///
/// # Errors
///
/// If the template is wrong, or names a value that it is not given ([`PageError::Template`]).
pub fn page(
    figures: &[Figure],
    svgs: &[Svg],
    papers: &[JudgedPaper],
    results: &Results,
) -> Result<String, PageError> {
    let rows: Vec<&Judged> = papers.iter().flat_map(|paper| &paper.rows).collect();
    let mut svgs = svgs.iter();
    let mut chapters: Vec<Chapter> = Vec::new();
    for figure in figures {
        let plots = figure.plots.iter().zip(svgs.by_ref()).map(|(plot, svg)| ShownPlot {
            title: &plot.title,
            stated: !plot.stated.is_empty(),
            svg: Value::from_safe_string(accessible(&svg.element, &svg.title)),
        });
        let plots = plots.collect();
        let runs = figure.scenarios.iter().filter_map(|name| results.get(name)).map(|ran| Run {
            name: ran.source.name,
            seed: ran.seed(),
            points: ran.outcomes.len(),
            command: results.command(ran),
        });
        let of_figure = |id: &&str| rows.iter().find(|row| row.id == **id).copied();
        let shown = Shown {
            name: figure.name,
            title: figure.title,
            plots,
            rows: figure.rows.iter().filter_map(of_figure).collect(),
            runs: runs.collect(),
        };
        match chapters.last_mut().filter(|chapter| chapter.title == figure.paper) {
            Some(chapter) => chapter.figures.push(shown),
            None => chapters.push(Chapter { title: figure.paper, figures: vec![shown] }),
        }
    }
    let [met, not_met, not_run] = markdown::counts(papers).map(|(_, count)| count);
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let style = Value::from_safe_string(format!("{PAGE_STYLE}\n{STYLE}"));
    // The file extension of the template makes the engine escape all values.
    Ok(environment.render_named_str(
        "page.html",
        TEMPLATE,
        context! {
            style,
            chapters => Value::from(Serde(&chapters)),
            papers => Value::from(Serde(papers)),
            met,
            not_met,
            not_run,
        },
    )?)
}

/// Adds an accessible name to a plot.
fn accessible(svg: &str, title: &str) -> String {
    let label = escaped(title).replace('"', "&quot;");
    svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{label}\" "), 1)
}

#[cfg(test)]
mod tests;
