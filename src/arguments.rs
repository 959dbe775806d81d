//! The command line: its arguments, and the handling of invalid ones.

use crate::{commands::Command, failure::Failure, output::Output};
use clap::{builder::styling, error::ErrorKind, CommandFactory, Parser};
use std::process::ExitCode;

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Green.on_default().bold())
    .usage(styling::AnsiColor::Green.on_default().bold())
    .literal(styling::AnsiColor::Cyan.on_default().bold())
    .placeholder(styling::AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    a difference, a lint finding, a surviving mutant, a claim not proven or a missed clock was found
  2    the command line, the configuration or another input is wrong
  3    the environment is wrong: a tool is missing, a directory is not writable, a disk is full
  130  interrupted";

/// Congestion-control hardware for lossless networks: Verilog, and the proof that it is right.
#[derive(Debug, Parser)]
#[command(version, styles = STYLES, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// Write one JSON document to standard output, also for errors.
    #[arg(long, global = true)]
    pub json: bool,

    #[command(subcommand)]
    pub command: Command,
}

/// Reads the command line.
///
/// # Errors
///
/// If the line is wrong, or requests the help or the version, which `clap` reports as errors.
pub fn parse() -> Result<Arguments, clap::Error> {
    Arguments::try_parse()
}

/// Returns clap's definition of the command line.
pub fn definition() -> clap::Command {
    Arguments::command()
}

/// Prints a parse error of the command line, or the help or version that `clap` reports as one.
pub fn refuse(error: &clap::Error) -> ExitCode {
    let asked_for = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    // The line could not be parsed, so a plain search for `--json` must do.
    let json = std::env::args_os().skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--json");
    if json && !asked_for {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim().to_owned();
        return Output::new(true).finish(Err(Failure::Usage { message: text, help: None }));
    }
    // If the terminal no longer exists, nothing can be done.
    let _ = error.print();
    if asked_for {
        ExitCode::SUCCESS
    } else {
        Output::new(false).code(&Err(Failure::Usage { message: String::new(), help: None }))
    }
}
