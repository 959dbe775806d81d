//! Failures of commands.

use crate::{
    bad_config::BadConfig, board::BoardError, files::FileError, place::Place, slurm::SlurmError,
};
use serde_json::{json, Value};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};
use tailback_gen::{
    flow::tool::ToolError,
    package::{ContextError, PackageError, WriteError},
    Refusal,
};
use tailback_spec::registers::{Invalid, NoWrite};
use tailback_testbench::harness::Error as CosimError;

/// Reason for which a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line asks for something that does not exist.
    #[error("{message}")]
    Usage {
        /// Error message.
        message: String,
        /// Suggested fix.
        help: Option<String>,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The configuration has problems.
    #[error(transparent)]
    Config(#[from] Box<BadConfig>),
    /// The module cannot be translated exactly.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The files of the module cannot be made.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// The register map of the configuration cannot be built.
    #[error(transparent)]
    Registers(#[from] Invalid),
    /// The register map cannot represent a value.
    #[error(transparent)]
    NoWrite(#[from] NoWrite),
    /// The configuration does not fit the files of the module.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// The files of the module would overwrite files of another origin.
    #[error(transparent)]
    Write(WriteError),
    /// The user's Verilog is not accepted.
    #[error("{tool} does not accept `{}`: {summary}", file.display())]
    Verilog {
        /// Verilog file.
        file: PathBuf,
        /// Name of the tool.
        tool: String,
        /// First line of the tool's message.
        summary: String,
        /// File with the complete output.
        log: PathBuf,
    },
    /// An external tool failed.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A co-simulation without a result.
    #[error(transparent)]
    Cosim(CosimError),
    /// Runs on the nodes of a Slurm cluster failed.
    #[error(transparent)]
    Slurm(#[from] SlurmError),
    /// A board does not do what is asked of it.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Interrupted by Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// Interrupted by Ctrl-C while scenarios ran; completed runs are stored.
    #[error("interrupted: the results of {done} of {runs} runs are kept")]
    RunsInterrupted {
        /// Runs whose outcome is in the cache.
        done: usize,
        /// Requested runs.
        runs: usize,
    },
}

impl Failure {
    /// Returns the failure for invalid data that are part of the program.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        Failure::Usage {
            message: error.to_string(),
            help: Some("this is a bug in tailback".into()),
        }
    }

    /// Returns the origin of the failure.
    pub fn place(&self) -> Place {
        match self {
            Failure::Usage { .. } | Failure::Config(_) => Place::Input,
            Failure::File(error) => error.place(),
            Failure::Refused(_) | Failure::Package(_) | Failure::Context(_) => Place::Input,
            Failure::Registers(_) | Failure::NoWrite(_) => Place::Input,
            Failure::Write(_) | Failure::Verilog { .. } => Place::Input,
            Failure::Cosim(
                CosimError::Recording { .. }
                | CosimError::PortMismatch { .. }
                | CosimError::Simulation(_),
            ) => Place::Input,
            Failure::Slurm(SlurmError::NotATask { .. }) => Place::Input,
            Failure::Board(error) => error.place(),
            Failure::Tool(_) | Failure::Cosim(_) | Failure::Slurm(_) => Place::Environment,
            Failure::Interrupted | Failure::RunsInterrupted { .. } => Place::Interrupted,
        }
    }

    /// Returns a suggested fix, if the failure itself does not imply one.
    pub fn help(&self) -> Option<String> {
        match self {
            Failure::Usage { help, .. } => help.clone(),
            Failure::File(error) => error.help(),
            Failure::Cosim(CosimError::DiskFull(_)) => {
                Some("free some space, or choose another directory".into())
            }
            Failure::Cosim(CosimError::MissingTool { .. }) => {
                Some("`make setup` installs the missing tools".into())
            }
            Failure::Slurm(error) => error.help(),
            Failure::Board(error) => error.help(),
            Failure::RunsInterrupted { .. } => {
                Some("repeat the command to continue with the remaining runs".into())
            }
            Failure::Verilog { log, .. } => Some(format!(
                "the module and its ports must match those of `tailback gen`; full log: {}",
                log.display()
            )),
            Failure::Refused(_)
            | Failure::Package(_)
            | Failure::Registers(_)
            | Failure::NoWrite(_) => Some("this is a bug in tailback".into()),
            _ => None,
        }
    }

    /// Returns the failure as JSON.
    pub fn to_json(&self, exit_code: u8) -> Value {
        let kind = match self {
            Failure::Usage { .. } => "usage",
            Failure::File(error) => error.kind(),
            Failure::Config(_) => "configuration",
            Failure::Refused(_) => "refused",
            Failure::Package(_) | Failure::Context(_) => "package",
            Failure::Registers(_) | Failure::NoWrite(_) => "registers",
            Failure::Write(_) => "file-exists",
            Failure::Verilog { .. } => "bad-verilog",
            Failure::Tool(error) => tool_kind(error),
            Failure::Cosim(error) => cosim_kind(error),
            Failure::Slurm(error) => error.kind(),
            Failure::Board(error) => error.kind(),
            Failure::Interrupted | Failure::RunsInterrupted { .. } => "interrupted",
        };
        let mut value =
            json!({ "kind": kind, "exit_code": exit_code, "message": self.to_string() });
        if let Some(help) = self.help() {
            value["help"] = help.into();
        }
        match self {
            Failure::File(error) => value["file"] = error.path().display().to_string().into(),
            Failure::Config(bad) => {
                value["file"] = bad.file.clone().into();
                value["problems"] = bad.problems_to_json();
            }
            Failure::Slurm(SlurmError::Incomplete { missing, log, .. }) => {
                value["missing"] = missing.clone().into();
                value["log"] = log.display().to_string().into();
            }
            Failure::Verilog { file, log, .. } => {
                value["file"] = file.display().to_string().into();
                value["log"] = log.display().to_string().into();
            }
            _ => {}
        }
        value
    }
}

impl Failure {
    /// Makes the failure of writing a module's files to `directory`. The message omits the staging
    /// directory, which means nothing to the user.
    pub fn write(directory: &Path, error: WriteError) -> Self {
        let source = match error {
            WriteError::NotWritable { source, .. }
            | WriteError::DiskFull { source, .. }
            | WriteError::Other { source, .. } => source,
            WriteError::NotADirectory { .. } => ErrorKind::NotADirectory.into(),
            error @ WriteError::Foreign { .. } => return Failure::Write(error),
        };
        FileError::write(directory, source).into()
    }
}

/// A stop on request is not an error of the co-simulation, and file errors keep their own kind.
impl From<CosimError> for Failure {
    fn from(error: CosimError) -> Self {
        match error {
            CosimError::Cancelled => Failure::Interrupted,
            CosimError::Output { path, source } => FileError::write(&path, source).into(),
            CosimError::Unreadable { path, source } => FileError::read(&path, source).into(),
            error => Failure::Cosim(error),
        }
    }
}

fn tool_kind(error: &ToolError) -> &'static str {
    match error {
        ToolError::Missing { .. } => "missing-tool",
        ToolError::File { .. } => "input-output",
        _ => "tool-failed",
    }
}

fn cosim_kind(error: &CosimError) -> &'static str {
    match error {
        CosimError::MissingTool { .. } => "missing-tool",
        CosimError::BrokenTool { .. } | CosimError::ToolFailed { .. } => "tool-failed",
        CosimError::DiskFull(_) => "disk-full",
        CosimError::UnwritableCache { .. } | CosimError::NoCache => "cache",
        CosimError::Recording { .. } => "recording",
        _ => "co-simulation",
    }
}
