//! External programs: where they are, which version they have, and what they said.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The environment variable that names a Python virtual environment with the pinned tools.
pub const VENV_VARIABLE: &str = "TAILBACK_VENV";
/// Where `make timing` puts that environment, under the repository.
const VENV_IN_REPOSITORY: &str = "build/venv";
/// Lines of a log that an error shows.
const LOG_LINES_SHOWN: usize = 20;

/// A tool that could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// It is not installed.
    #[error("{name} is not installed ({hint})")]
    Missing {
        /// Name of the program.
        name: &'static str,
        /// What brings it.
        hint: &'static str,
    },
    /// It is there, but the system cannot start it.
    #[error("{} cannot be started", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It ended with an error.
    #[error("{name} failed ({status}); the end of its log:\n{}", last_lines(log))]
    Failed {
        /// Name of the program.
        name: &'static str,
        /// How it ended.
        status: String,
        /// All that it printed.
        log: String,
    },
    /// It ended well, but what it wrote is not what we know how to read.
    #[error("{name} wrote something unexpected: {problem}")]
    Unexpected {
        /// Name of the program.
        name: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A file for the tool, or from it, could not be written or read.
    #[error("cannot access `{}`", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..].join("\n")
}

/// A program that was found.
#[derive(Debug, Clone)]
pub struct Tool {
    name: &'static str,
    program: PathBuf,
}

/// What a program printed, and how it ended.
#[derive(Debug, Clone)]
pub struct Run {
    /// Whether it ended without an error.
    pub success: bool,
    /// How it ended, in words.
    pub status: String,
    /// Its standard output, then its standard error.
    pub log: String,
}

impl Tool {
    /// A program of the system.
    pub fn on_path(name: &'static str, hint: &'static str) -> Result<Self, ToolError> {
        let program = which::which(name).map_err(|_| ToolError::Missing { name, hint })?;
        Ok(Tool { name, program })
    }

    /// A program of the pinned Python environment: `$TAILBACK_VENV`, else `build/venv` in this
    /// directory or the nearest one above it, else the system's.
    pub fn in_venv(name: &'static str, hint: &'static str) -> Result<Self, ToolError> {
        let venv = match env::var_os(VENV_VARIABLE) {
            Some(path) => Some(PathBuf::from(path)),
            None => env::current_dir().ok().and_then(|here| {
                here.ancestors().map(|dir| dir.join(VENV_IN_REPOSITORY)).find(|dir| dir.is_dir())
            }),
        };
        let program = venv.map(|dir| dir.join("bin").join(name)).filter(|path| path.is_file());
        match program {
            Some(program) => Ok(Tool { name, program }),
            None => Self::on_path(name, hint),
        }
    }

    /// Its name, as it is typed.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The first line with which it introduces itself.
    pub fn version(&self, argument: &str) -> Result<String, ToolError> {
        let run = self.run(Path::new("."), &[argument])?;
        let line = run.log.lines().find(|line| line.contains(char::is_numeric));
        Ok(line.unwrap_or("unknown version").trim().to_owned())
    }

    /// Runs it in `dir`. The arguments name files relative to `dir`: the pinned tools see no others.
    pub fn run(&self, dir: &Path, arguments: &[&str]) -> Result<Run, ToolError> {
        let output = Command::new(&self.program)
            .current_dir(dir)
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .map_err(|source| ToolError::NotStarted { program: self.program.clone(), source })?;
        let log =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(Run {
            success: output.status.success(),
            status: output.status.to_string(),
            log: log.concat(),
        })
    }

    /// Runs it in `dir`, and takes a bad end for an error.
    pub fn succeed(&self, dir: &Path, arguments: &[&str]) -> Result<String, ToolError> {
        let run = self.run(dir, arguments)?;
        if run.success {
            Ok(run.log)
        } else {
            Err(ToolError::Failed { name: self.name, status: run.status, log: run.log })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_says_what_brings_it() {
        let error = Tool::on_path("tailback-no-such-tool", "apt-get install it").unwrap_err();
        assert_eq!(
            error.to_string(),
            "tailback-no-such-tool is not installed (apt-get install it)"
        );
    }

    #[test]
    fn a_failed_tool_shows_the_end_of_its_log() {
        let shell = Tool::on_path("sh", "").unwrap();
        let script = "seq 100; echo the reason >&2; exit 3";
        let error = shell.succeed(Path::new("."), &["-c", script]).unwrap_err().to_string();
        assert!(error.starts_with("sh failed (exit status: 3)"), "{error}");
        assert!(error.ends_with("the reason") && error.lines().count() == LOG_LINES_SHOWN + 1);
    }
}
