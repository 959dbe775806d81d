//! Output of a command: its result on standard output, everything else on standard error.
//!
//! With `--json`, standard output receives exactly one JSON document: the result or `{"error": …}`.

use crate::{failure::Failure, files::FileError, place::Place, render};
use serde::Serialize;
use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

/// Verdict of a completed command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// No finding.
    Good,
    /// A finding: a difference, a lint finding, a surviving mutant or an unproven claim.
    Found,
}

/// Exit codes, documented by `--help`.
mod exit {
    pub const GOOD: u8 = 0;
    pub const FOUND: u8 = 1;
    pub const WRONG_INPUT: u8 = 2;
    pub const ENVIRONMENT: u8 = 3;
    pub use crate::interrupt::EXIT_CODE as INTERRUPTED;
}

/// The result of a command.
pub trait Report: Serialize {
    /// Returns the result for people, ending with a newline.
    fn human(&self) -> String;
}

/// Destination of a command's output.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    json: bool,
}

impl Output {
    pub fn new(json: bool) -> Self {
        Output { json }
    }

    /// True if the output is for a machine.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes the result of the command; must be called once.
    ///
    /// # Errors
    ///
    /// As [`Self::text`].
    pub fn report(&self, report: &impl Report) -> Result<(), Failure> {
        if self.json {
            self.text(&document(report))
        } else {
            self.text(&report.human())
        }
    }

    /// Writes text to standard output unchanged.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written. A pipe that its reader has closed is no error.
    pub fn text(&self, text: &str) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            // A reader that closed the pipe needs no more output.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(FileError::write(Path::new("standard output"), error).into()),
            Ok(()) => Ok(()),
        }
    }

    /// Reports progress to a person; suppressed for machines.
    pub fn note(&self, text: impl Display) {
        if !self.json {
            // A note that cannot be shown is dropped.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Reports a failure, and returns the exit code.
    pub fn finish(&self, result: Result<Verdict, Failure>) -> ExitCode {
        if let Err(failure) = &result {
            let text = if self.json {
                let code = exit_code(&result);
                document(&serde_json::json!({ "error": failure.to_json(code) }))
            } else {
                render::failure(failure)
            };
            // If the text cannot be written, the exit code still reports the failure.
            let _ = if self.json {
                io::stdout().write_all(text.as_bytes())
            } else {
                io::stderr().write_all(text.as_bytes())
            };
        }
        self.code(&result)
    }

    /// Returns the exit code of a result.
    pub fn code(&self, result: &Result<Verdict, Failure>) -> ExitCode {
        ExitCode::from(exit_code(result))
    }
}

fn exit_code(result: &Result<Verdict, Failure>) -> u8 {
    match result {
        Ok(Verdict::Good) => exit::GOOD,
        Ok(Verdict::Found) => exit::FOUND,
        Err(failure) => match failure.place() {
            Place::Input => exit::WRONG_INPUT,
            Place::Environment => exit::ENVIRONMENT,
            Place::Interrupted => exit::INTERRUPTED,
        },
    }
}

fn document(value: &impl Serialize) -> String {
    // Reports consist of strings, numbers and lists, which JSON can always represent.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
