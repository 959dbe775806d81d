//! External programs that turn Verilog into a shared object, or analyse it.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::Error;

/// Programs that the harness runs, by name or path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tools {
    /// Verilator 5; `TAILBACK_VERILATOR`, else `verilator`.
    pub verilator: String,
    /// A C++17 compiler with GCC's options; `CXX`, else `g++`.
    pub compiler: String,
    /// Yosys; `TAILBACK_YOSYS`, else `yosys`.
    pub yosys: String,
}

impl Default for Tools {
    fn default() -> Self {
        let named = |variable, default: &str| {
            std::env::var(variable).ok().filter(|name| !name.is_empty()).unwrap_or(default.into())
        };
        Tools {
            verilator: named(Self::VERILATOR, "verilator"),
            compiler: named(Self::COMPILER, "g++"),
            yosys: named(Self::YOSYS, "yosys"),
        }
    }
}

impl Tools {
    /// Environment variable that names Verilator.
    pub const VERILATOR: &str = "TAILBACK_VERILATOR";
    /// Environment variable that names the C++ compiler.
    pub const COMPILER: &str = "CXX";
    /// Environment variable that names Yosys.
    pub const YOSYS: &str = "TAILBACK_YOSYS";
}

/// Output of a program for the given options, without the line end.
///
/// # Errors
///
/// If the program is not installed ([`Error::MissingTool`]), or cannot be started or fails
/// ([`Error::BrokenTool`]).
pub fn ask(tool: &str, variable: &'static str, option: &[&str]) -> Result<String, Error> {
    let output = Command::new(tool).args(option).stdin(Stdio::null()).output();
    let output = output.map_err(|source| not_started(tool, variable, source))?;
    if !output.status.success() {
        let source = io::Error::other(format!("{} after {}", output.status, option.join(" ")));
        return Err(Error::BrokenTool { tool: tool.into(), source });
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs a program and returns its standard output. Standard error of a failed run is kept in the
/// file `log`.
///
/// # Errors
///
/// If the program is not installed ([`Error::MissingTool`]), cannot be started
/// ([`Error::BrokenTool`]) or fails ([`Error::ToolFailed`]), or if the log cannot be written.
pub fn capture(
    tool: &str,
    variable: &'static str,
    arguments: &[&OsStr],
    log: &Path,
) -> Result<String, Error> {
    let output = Command::new(tool).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|source| not_started(tool, variable, source))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    keep(log, &text).map_err(|source| Error::cache(log, source))?;
    Err(Error::ToolFailed { tool: tool.into(), summary: summary(&text), log: log.into() })
}

/// First line that reports an error.
fn summary(text: &str) -> String {
    first_error(text).unwrap_or("it reports no reason").to_owned()
}

fn first_error(text: &str) -> Option<&str> {
    text.lines().find(|line| line.to_ascii_lowercase().contains("error"))
}

/// Writes a log to a path that outlives the directory of the run.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    fs::write(path, text)
}

/// Run of a program in a directory whose files it may change.
pub struct Job<'a> {
    /// Program name or path.
    pub tool: &'a str,
    /// Environment variable that names another program.
    pub variable: &'static str,
    /// Command-line arguments.
    pub arguments: Vec<String>,
    /// Working directory.
    pub directory: &'a Path,
    /// File for the output, in `directory`.
    pub log: &'static str,
    /// File that keeps the log of a failed run after `directory` is gone.
    pub keep: PathBuf,
    /// Resource limits, if any.
    pub limits: Option<Limits>,
}

/// Resource limits of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Processor time, which does not depend on the load of the machine.
    pub seconds: u32,
    /// Memory, on systems that can limit it.
    pub kilobytes: u64,
}

/// Last line of the log of a program that exceeded its limits.
pub const OVER_ITS_LIMITS: &str = "stopped: over its limits";

/// Shell script that sets the limits and replaces the shell by the program, because `ulimit` is a
/// built-in of the shell.
const LIMITED: &str = r#"ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@""#;

impl Job<'_> {
    /// The program without its arguments, with limits if there are any.
    fn command(&self) -> Command {
        let Some(limits) = self.limits else { return Command::new(self.tool) };
        let mut command = Command::new("sh");
        let [seconds, kilobytes] = [limits.seconds.to_string(), limits.kilobytes.to_string()];
        command.args(["-c", LIMITED, "sh", &seconds, &kilobytes, self.tool]);
        command
    }

    /// Runs the program.
    ///
    /// # Errors
    ///
    /// If the program is not installed ([`Error::MissingTool`]), cannot be started
    /// ([`Error::BrokenTool`]) or fails ([`Error::ToolFailed`]), or if the disk is full or a log
    /// cannot be written.
    pub fn run(&self) -> Result<(), Error> {
        let log = self.directory.join(self.log);
        let cache = |source| Error::cache(self.directory, source);
        let out = fs::File::create(&log).map_err(cache)?;
        let err = out.try_clone().map_err(cache)?;
        let status = self
            .command()
            .args(&self.arguments)
            .current_dir(self.directory)
            // Compilers write their temporary files to the disk that has space for the result.
            .env("TMPDIR", self.directory)
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .status()
            .map_err(|source| not_started(self.tool, self.variable, source))?;
        if status.success() {
            return Ok(());
        }
        // A signal ends a program over its limits: from the system, or its own for lack of memory.
        if self.limits.is_some() && status.code().is_none() {
            let mut log = fs::OpenOptions::new().append(true).open(&log).map_err(cache)?;
            writeln!(log, "\n{OVER_ITS_LIMITS}").map_err(cache)?;
        }
        let text = String::from_utf8_lossy(&fs::read(&log).map_err(cache)?).into_owned();
        // A full disk may not even hold the log.
        let silent = first_error(&text).is_none() && !has_room(self.directory);
        if silent
            || text.contains("No space left on device")
            || text.contains("Disk quota exceeded")
        {
            return Err(Error::DiskFull(self.directory.into()));
        }
        keep(&self.keep, &text).map_err(cache)?;
        let (tool, log) = (self.tool.into(), self.keep.clone());
        Err(Error::ToolFailed { tool, summary: summary(&text), log })
    }
}

/// Whether the disk has space for a small file.
fn has_room(directory: &Path) -> bool {
    /// More than any log, and less than the free space of any disk that is not full.
    const ROOM_BYTES: usize = 1 << 20;
    let file = directory.join("room");
    let written = fs::write(&file, vec![0; ROOM_BYTES]);
    let _ = fs::remove_file(file);
    written.is_ok()
}

fn not_started(tool: &str, variable: &'static str, source: io::Error) -> Error {
    match source.kind() {
        io::ErrorKind::NotFound => Error::MissingTool { tool: tool.into(), variable },
        _ => Error::BrokenTool { tool: tool.into(), source },
    }
}
