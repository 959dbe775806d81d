//! Why a command could not do what was asked.

use crate::{config_file::BadConfig, files::FileError};
use serde_json::{json, Value};
use tailback_gen::{
    flow::tool::ToolError,
    package::{ContextError, PackageError, WriteError},
    Refusal,
};
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
    /// The configuration does not fit the files of the block.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// The files of the block cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An external tool did not do its work.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A co-simulation came to no result.
    #[error(transparent)]
    Cosim(CosimError),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// Whose move it is.
    pub fn place(&self) -> Place {
        match self {
            Failure::Usage { .. } | Failure::Config(_) => Place::Input,
            Failure::File(error) => error.place(),
            Failure::Refused(_) | Failure::Package(_) | Failure::Context(_) => Place::Input,
            Failure::Write(WriteError::Foreign { .. } | WriteError::NotADirectory { .. }) => {
                Place::Input
            }
            Failure::Cosim(
                CosimError::Recording { .. }
                | CosimError::Unreadable { .. }
                | CosimError::PortMismatch { .. }
                | CosimError::Simulation(_),
            ) => Place::Input,
            Failure::Write(_) | Failure::Tool(_) | Failure::Cosim(_) => Place::Environment,
            Failure::Interrupted => Place::Interrupted,
        }
    }

    /// What to do about it, if that is not plain from the failure.
    pub fn help(&self) -> Option<String> {
        match self {
            Failure::Usage { help, .. } => help.clone(),
            Failure::File(error) => error.help(),
            Failure::Write(WriteError::DiskFull { .. })
            | Failure::Cosim(CosimError::DiskFull(_)) => {
                Some("free some space, or choose another place".into())
            }
            Failure::Cosim(CosimError::MissingTool { .. }) => {
                Some("`make setup` installs what is missing".into())
            }
            Failure::Refused(_) | Failure::Package(_) => {
                Some("this is an error of tailback".into())
            }
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
            Failure::Write(error) => write_kind(error),
            Failure::Tool(error) => tool_kind(error),
            Failure::Cosim(error) => cosim_kind(error),
            Failure::Interrupted => "interrupted",
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
            _ => {}
        }
        value
    }
}

/// Stopping on request is no error of the co-simulation.
impl From<CosimError> for Failure {
    fn from(error: CosimError) -> Self {
        match error {
            CosimError::Cancelled => Failure::Interrupted,
            error => Failure::Cosim(error),
        }
    }
}

fn write_kind(error: &WriteError) -> &'static str {
    match error {
        WriteError::NotWritable { .. } => "permission-denied",
        WriteError::DiskFull { .. } => "disk-full",
        WriteError::NotADirectory { .. } => "not-a-directory",
        WriteError::Foreign { .. } => "file-exists",
        WriteError::Other { .. } => "input-output",
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
        CosimError::Recording { .. } | CosimError::Unreadable { .. } => "recording",
        CosimError::Output { .. } => "input-output",
        _ => "co-simulation",
    }
}
