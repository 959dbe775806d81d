//! Exceptions.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList},
    PyTypeInfo,
};
use tailback_spec::config::{Location, Problem};

pyo3::create_exception!(
    tailback,
    ConfigError,
    PyValueError,
    "Problems of a configuration. `problems` lists them as dicts with `key`, `message`, `line`, `column`, \
     `override`, `allowed`, `suggestion` and `help`; what does not apply is None."
);
pyo3::create_exception!(
    tailback,
    ScenarioError,
    ConfigError,
    "Problems of a scenario, or of its configuration."
);
pyo3::create_exception!(
    tailback,
    ModelError,
    PyValueError,
    "Inputs that do not fit the ports of a golden model, or for which it defines no behaviour."
);

/// Text in which problems are, with the name of its file.
pub struct Origin<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// The exception `E` for the problems of a configuration or a scenario.
pub fn of_problems<E: PyTypeInfo>(py: Python<'_>, origin: &Origin, problems: &[Problem]) -> PyErr {
    let count = match problems.len() {
        1 => "1 problem".to_owned(),
        many => format!("{many} problems"),
    };
    let lines = problems.iter().map(|problem| line(origin, problem));
    let text = format!("{count} in {}\n{}", origin.name, lines.collect::<Vec<_>>().join("\n"));
    let error = PyErr::from_type(py.get_type::<E>(), text);
    let parts = problems.iter().map(|problem| parts(py, origin, problem));
    let list = parts.collect::<PyResult<Vec<_>>>().and_then(|parts| PyList::new(py, parts));
    match list.and_then(|list| error.value(py).setattr("problems", list)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// A problem as text: its place, what is wrong, and advice.
fn line(origin: &Origin, problem: &Problem) -> String {
    let place = match (problem.line_and_column(origin.text), &problem.location) {
        (Some((line, column)), _) => format!("{}:{line}:{column}: ", origin.name),
        (None, Location::Override(text)) => format!("{}: ", without_option(text)),
        (None, _) => String::new(),
    };
    let guess = problem.suggestion.as_ref().map(|name| format!("\n  did you mean `{name}`?"));
    let help = problem.help.as_ref().map(|help| format!("\n  help: {help}"));
    let more = [guess, help].map(Option::unwrap_or_default).concat();
    format!("{place}{}{more}", problem.message)
}

/// An override without the command-line option.
fn without_option(text: &str) -> &str {
    text.strip_prefix("--set ").unwrap_or(text)
}

fn parts<'py>(py: Python<'py>, origin: &Origin, problem: &Problem) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let (line, column) = problem.line_and_column(origin.text).unzip();
    let change = match &problem.location {
        Location::Override(text) => Some(without_option(text)),
        Location::Source(_) | Location::Nowhere => None,
    };
    dict.set_item("key", &problem.key)?;
    dict.set_item("message", &problem.message)?;
    dict.set_item("line", line)?;
    dict.set_item("column", column)?;
    dict.set_item("override", change)?;
    dict.set_item("allowed", problem.allowed.as_ref().map(ToString::to_string))?;
    dict.set_item("suggestion", &problem.suggestion)?;
    dict.set_item("help", &problem.help)?;
    Ok(dict)
}
