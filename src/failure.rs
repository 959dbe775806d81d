//! Why a command could not do what was asked.

use crate::{config_file::BadConfig, files::FileError};
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

/// Whose move it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The command line or the configuration is wrong.
    Input,
    /// The machine lacks something: a tool, a permission, space.
    Environment,
    /// Nobody's: the user has changed their mind.
    Interrupted,
}

/// Why a command could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line asks for something that does not exist.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The configuration has problems.
    #[error(transparent)]
    Config(#[from] Box<BadConfig>),
    /// The block cannot be translated exactly.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The files of the block cannot be made.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// The register map of the configuration cannot be built.
    #[error(transparent)]
    Registers(#[from] Invalid),
    /// The register map has no place for a value.
    #[error(transparent)]
    NoWrite(#[from] NoWrite),
    /// The configuration does not fit the files of the block.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// The files of the block would replace one of somebody else.
    #[error(transparent)]
    Write(WriteError),
    /// The Verilog that the user brought is not accepted.
    #[error("{tool} does not accept `{}`: {summary}", file.display())]
    Verilog {
        /// The file.
        file: PathBuf,
        /// The tool.
        tool: String,
        /// What it says first.
        summary: String,
        /// A file with all that it says.
        log: PathBuf,
    },
    /// An external tool did not do its work.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A co-simulation came to no result.
    #[error(transparent)]
    Cosim(CosimError),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// Ctrl-C while scenarios were run; what was done is kept.
    #[error("interrupted: {done} of {runs} runs are done and kept")]
    RunsInterrupted {
        /// Runs whose outcome is in the cache.
        done: usize,
        /// Runs that were asked for.
        runs: usize,
    },
}

impl Failure {
    /// Whose move it is.
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
            Failure::Tool(_) | Failure::Cosim(_) => Place::Environment,
            Failure::Interrupted | Failure::RunsInterrupted { .. } => Place::Interrupted,
        }
    }

    /// What to do about it, if that is not plain from the failure.
    pub fn help(&self) -> Option<String> {
        match self {
            Failure::Usage { help, .. } => help.clone(),
            Failure::File(error) => error.help(),
            Failure::Cosim(CosimError::DiskFull(_)) => {
                Some("free some space, or choose another place".into())
            }
            Failure::Cosim(CosimError::MissingTool { .. }) => {
                Some("`make setup` installs what is missing".into())
            }
            Failure::RunsInterrupted { .. } => {
                Some("repeat the command: it goes on with the runs that are left".into())
            }
            Failure::Verilog { log, .. } => Some(format!(
                "its module and ports must be those that `tailback gen` writes; the whole log: {}",
                log.display()
            )),
            Failure::Refused(_)
            | Failure::Package(_)
            | Failure::Registers(_)
            | Failure::NoWrite(_) => Some("this is an error of tailback".into()),
            _ => None,
        }
    }

    /// The failure as machines get it.
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
    /// Why the files of a block could not be written to `directory`. Where they are put together
    /// means nothing to the user.
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

/// Stopping on request is no error of the co-simulation, and its files are files like others.
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
