//! `tailback completions`: writes shell completions of command lines.

use crate::{
    failure::Failure,
    output::{Output, Report, Verdict},
};
use clap_complete::Shell;
use serde::Serialize;

/// Write shell completions to standard output.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The shell.
    shell: Shell,
}

#[derive(Debug, Serialize)]
struct Completions {
    shell: String,
    script: String,
}

impl Report for Completions {
    fn human(&self) -> String {
        self.script.clone()
    }
}

/// Runs `tailback completions`. `definition` is clap's definition of the command line.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn run(
    arguments: &Arguments,
    mut definition: clap::Command,
    output: &Output,
) -> Result<Verdict, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, "tailback", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    output.report(&Completions { shell: arguments.shell.to_string(), script })?;
    Ok(Verdict::Good)
}
