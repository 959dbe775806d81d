//! Failures for people: the source line, a mark under the location, and a suggested fix.

mod clipped;

use crate::{bad_config::BadConfig, failure::Failure};
use clipped::Clipped;
use console::Term;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan};
use std::fmt;
use tailback_spec::config::{line_and_column, Location, Problem};

/// Default width in characters, without a terminal.
const DEFAULT_WIDTH: usize = 100;

/// Maximum number of problems shown per file; each takes several lines.
const MOST_SHOWN: usize = 50;

/// Maximum distance in lines of two labels in one excerpt.
const NEAR_LINES: usize = 4;

/// Renders a failure for standard error; every line ends with a newline.
pub fn failure(failure: &Failure) -> String {
    let mut text = String::new();
    if let Failure::Config(bad) = failure {
        for problem in bad.problems.iter().take(MOST_SHOWN) {
            report(&mut text, &Shown::problem(bad, problem));
        }
        if let more @ 1.. = bad.problems.len().saturating_sub(MOST_SHOWN) {
            text += &format!("{more} more problems are not shown; `--json` lists all of them\n");
        }
        if bad.problems.len() > 1 {
            text += &format!("{}\n", bad.summary());
        }
    } else {
        let help = failure.help();
        let shown = Shown { message: failure.to_string(), help, ..Shown::default() };
        report(&mut text, &shown);
    }
    text
}

fn report(text: &mut String, shown: &Shown) {
    let terminal = Term::stderr();
    let theme = if console::colors_enabled_stderr() {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let width = terminal.size_checked().map_or(DEFAULT_WIDTH, |(_, columns)| columns.into());
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width.min(DEFAULT_WIDTH))
        .with_context_lines(1)
        .without_syntax_highlighting();
    if handler.render_report(text, shown).is_err() {
        // The message is shown even if the excerpt cannot be drawn.
        *text += &format!("{shown}\n");
    }
    *text += "\n";
}

/// A diagnostic drawn by `miette`.
#[derive(Debug, Default)]
struct Shown {
    message: String,
    help: Option<String>,
    source: Option<Clipped>,
    labels: Vec<LabeledSpan>,
}

impl Shown {
    fn problem(bad: &BadConfig, problem: &Problem) -> Self {
        let mut shown = Shown { help: problem.help.clone(), ..Shown::default() };
        match &problem.location {
            Location::Source(span) => {
                shown.message = problem.message.clone();
                let label = Some(problem.label.clone());
                shown.labels.push(LabeledSpan::new_primary_with_span(label, span.clone()));
            }
            Location::Override(text) => shown.message = format!("`{text}`: {}", problem.message),
            Location::Nowhere => shown.message = format!("`{}`: {}", bad.file, problem.message),
        }
        for (span, note) in &problem.notes {
            let line = line_of(bad, span.start);
            let near = match problem.line_and_column(&bad.text) {
                Some((primary, _)) => primary.abs_diff(line) <= NEAR_LINES,
                None => true,
            };
            if near {
                let label = Some(note.clone());
                shown.labels.push(LabeledSpan::new_with_span(label, span.clone()));
            } else {
                let help = shown.help.get_or_insert_default();
                *help += &format!("\n{note}: line {line}");
            }
        }
        if !shown.labels.is_empty() {
            shown.source = Some(Clipped::new(&bad.file, &bad.text));
        }
        if let (Location::Override(_), Some(name)) = (&problem.location, &problem.suggestion) {
            shown.help = Some(format!("did you mean `{name}`?"));
        }
        shown
    }
}

fn line_of(bad: &BadConfig, byte: usize) -> usize {
    line_and_column(&bad.text, byte).map_or(1, |(line, _)| line)
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
