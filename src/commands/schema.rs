//! `tailback schema`: writes the JSON Schema of the configuration.

use crate::{
    failure::Failure,
    files::{self, Existing},
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;

/// Write the JSON Schema of the configuration, for editors.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Schema(Value);

impl Report for Schema {
    fn human(&self) -> String {
        format!("{:#}\n", self.0)
    }
}

#[derive(Debug, Serialize)]
struct Written {
    file: String,
}

impl Report for Written {
    fn human(&self) -> String {
        format!("wrote {}\n", self.file)
    }
}

/// Runs `tailback schema`.
///
/// # Errors
///
/// If the file or standard output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let schema = Schema(tailback_spec::config::schema());
    match &arguments.out {
        None => output.report(&schema)?,
        Some(path) => {
            files::write(path, &schema.human(), Existing::Replace)?;
            output.report(&Written { file: path.display().to_string() })?;
        }
    }
    Ok(Verdict::Good)
}
