//! Configurations with problems.

use serde_json::{json, Value};
use tailback_spec::config::{Location, Problem};

/// A configuration with problems, of tailback or of another program.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.summary())]
pub struct BadConfig {
    /// File name as given by the user.
    pub file: String,
    /// Text of the file.
    pub text: String,
    /// Problems, at least one.
    pub problems: Vec<Problem>,
}

impl BadConfig {
    /// Returns the number of problems and their file.
    pub fn summary(&self) -> String {
        match self.problems.len() {
            1 => format!("1 problem in `{}`", self.file),
            many => format!("{many} problems in `{}`", self.file),
        }
    }

    /// Returns the problems as JSON; absent parts of a problem are omitted.
    pub fn problems_to_json(&self) -> Value {
        let one = |problem: &Problem| {
            let mut value =
                json!({ "kind": problem.kind, "key": problem.key, "message": problem.message });
            if let Some((line, column)) = problem.line_and_column(&self.text) {
                value["line"] = line.into();
                value["column"] = column.into();
            }
            if let Location::Override(text) = &problem.location {
                value["override"] = text.clone().into();
            }
            if let Some(allowed) = &problem.allowed {
                value["allowed"] = json!(allowed);
            }
            for (name, text) in [("suggestion", &problem.suggestion), ("help", &problem.help)] {
                if let Some(text) = text {
                    value[name] = text.clone().into();
                }
            }
            value
        };
        self.problems.iter().map(one).collect()
    }
}
