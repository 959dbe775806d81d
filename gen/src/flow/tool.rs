//! External programs: location, version and output.

use std::{
    env,
    io::{self, Read, Seek},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The environment variable that names a Python virtual environment with the pinned tools.
pub const VENV_VARIABLE: &str = "TAILBACK_VENV";
/// Location of that environment, relative to the repository; `make timing` creates it.
const VENV_IN_REPOSITORY: &str = "build/venv";
/// Interval between two checks of whether a program with a time limit has ended.
const POLL: Duration = Duration::from_millis(50);
/// Trailing log lines shown in an error.
const LOG_LINES_SHOWN: usize = 20;

/// A tool that failed.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The tool is not installed.
    #[error("{name} is not installed ({hint})")]
    Missing {
        /// Program name.
        name: &'static str,
        /// Way to install the program.
        hint: &'static str,
    },
    /// The tool exists, but the system cannot start it.
    #[error("{} cannot be started", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The tool ended with an error.
    #[error("{name} failed ({status}); the end of its log:\n{}", last_lines(log))]
    Failed {
        /// Program name.
        name: &'static str,
        /// Exit status.
        status: String,
        /// Complete output.
        log: String,
    },
    /// The tool succeeded, but its output has an unknown form.
    #[error("{name} wrote unexpected output: {problem}")]
    Unexpected {
        /// Program name.
        name: &'static str,
        /// Problem with the output.
        problem: String,
    },
    /// An input or output file of the tool could not be written or read.
    #[error("cannot access `{}`", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
}

fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..].join("\n")
}

/// A program that was found on this machine.
#[derive(Debug, Clone)]
pub struct Tool {
    name: &'static str,
    program: PathBuf,
}

/// Output and exit status of a program.
#[derive(Debug, Clone)]
pub struct Run {
    /// Whether the program ended without an error.
    pub success: bool,
    /// Exit status in words.
    pub status: String,
    /// Standard output, followed by standard error.
    pub log: String,
}

/// Result of a program with a time limit.
#[derive(Debug, Clone)]
pub enum Limited {
    /// The program ended by itself.
    Ended(Run),
    /// The program was stopped at the limit.
    Stopped {
        /// Output up to then.
        log: String,
    },
}

impl Tool {
    /// Finds a program on the search path.
    ///
    /// # Errors
    ///
    /// If no directory of the search path has the program ([`ToolError::Missing`]).
    pub fn on_path(name: &'static str, hint: &'static str) -> Result<Self, ToolError> {
        let program = which::which(name).map_err(|_| ToolError::Missing { name, hint })?;
        Ok(Tool { name, program })
    }

    /// Finds a program of the pinned Python environment: `$TAILBACK_VENV`, else `build/venv` in
    /// this directory or the nearest one above it, else on the search path.
    ///
    /// # Errors
    ///
    /// If neither the environment nor the search path has the program ([`ToolError::Missing`]).
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

    /// Program name, as typed on a command line.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the first line of the version output.
    ///
    /// # Errors
    ///
    /// If the program cannot be started. Its exit status does not matter.
    pub fn version(&self, argument: &str) -> Result<String, ToolError> {
        let run = self.run(Path::new("."), &[argument])?;
        let line = run.log.lines().find(|line| line.contains(char::is_numeric));
        Ok(line.unwrap_or("unknown version").trim().to_owned())
    }

    /// Runs the program in `dir`. Arguments name files relative to `dir`: the pinned tools see no
    /// others.
    ///
    /// # Errors
    ///
    /// If the system cannot start the program in `dir` ([`ToolError::NotStarted`]). A program that
    /// fails is no error; see [`Run::success`].
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

    /// Runs the program in `dir` as [`run`](Self::run) does, and stops it after `limit`.
    ///
    /// # Errors
    ///
    /// If the program cannot be started or stopped ([`ToolError::NotStarted`]), or its output cannot
    /// be kept in a temporary file ([`ToolError::File`]).
    pub fn run_within(
        &self,
        dir: &Path,
        arguments: &[&str],
        limit: Duration,
    ) -> Result<Limited, ToolError> {
        let not_started = |source| ToolError::NotStarted { program: self.program.clone(), source };
        let file = |source| ToolError::File { path: env::temp_dir(), source };
        // A file takes any amount of output without a reader. Both streams share it.
        let mut output = tempfile::tempfile().map_err(file)?;
        let mut child = Command::new(&self.program)
            .current_dir(dir)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(file)?)
            .stderr(output.try_clone().map_err(file)?)
            .spawn()
            .map_err(not_started)?;
        let start = Instant::now();
        let status: Option<ExitStatus> = loop {
            if let Some(status) = child.try_wait().map_err(not_started)? {
                break Some(status);
            }
            if start.elapsed() >= limit {
                child.kill().map_err(not_started)?;
                child.wait().map_err(not_started)?;
                break None;
            }
            thread::sleep(POLL);
        };
        let mut log = Vec::new();
        output.rewind().map_err(file)?;
        output.read_to_end(&mut log).map_err(file)?;
        let log = String::from_utf8_lossy(&log).into_owned();
        Ok(match status {
            Some(status) => {
                Limited::Ended(Run { success: status.success(), status: status.to_string(), log })
            }
            None => Limited::Stopped { log },
        })
    }

    /// Runs the program in `dir`, and turns a failure into an error.
    ///
    /// # Errors
    ///
    /// If the program cannot be started ([`ToolError::NotStarted`]), or fails
    /// ([`ToolError::Failed`]).
    pub fn succeed(&self, dir: &Path, arguments: &[&str]) -> Result<String, ToolError> {
        self.run(dir, arguments)?.succeeded(self)
    }
}

impl Run {
    /// Returns the log of this run of `tool`, and turns a failure into an error.
    ///
    /// # Errors
    ///
    /// If the program failed ([`ToolError::Failed`]).
    pub fn succeeded(self, tool: &Tool) -> Result<String, ToolError> {
        match self.success {
            true => Ok(self.log),
            false => Err(ToolError::Failed { name: tool.name, status: self.status, log: self.log }),
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

    #[test]
    fn a_tool_that_does_not_end_is_stopped_and_keeps_its_log() {
        let shell = Tool::on_path("sh", "").unwrap();
        let run = |script| {
            let limit = Duration::from_millis(500);
            shell.run_within(Path::new("."), &["-c", script], limit).unwrap()
        };
        let Limited::Stopped { log } = run("echo estimate; exec sleep 600") else {
            panic!("ended")
        };
        assert_eq!(log, "estimate\n");
        let Limited::Ended(run) = run("echo result; exit 3") else { panic!("stopped") };
        assert_eq!((run.success, run.log.as_str()), (false, "result\n"));
    }
}
