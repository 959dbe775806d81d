//! Why a command could not do what was asked.

use crate::{config_file::BadConfig, files::FileError};
use serde_json::{json, Value};
use std::error::Error;
use tailback_gen::{flow::ToolError, package::WriteError};

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
    /// The files of a block cannot be written.
    #[error("{}", with_causes(.0))]
    Package(#[from] WriteError),
    /// A tool is missing, or has failed.
    #[error("{}", with_causes(.0))]
    Tool(#[from] ToolError),
    /// A fault of ours.
    #[error("{0}")]
    Internal(String),
    /// Ctrl-C.
    #[error("interrupted")]
    #[allow(dead_code)] // for the commands that run long
    Interrupted,
}

impl Failure {
    /// Whose move it is.
    pub fn place(&self) -> Place {
        match self {
            Failure::Usage { .. } | Failure::Config(_) => Place::Input,
            Failure::File(error) => error.place(),
            Failure::Package(_) | Failure::Tool(_) | Failure::Internal(_) => Place::Environment,
            Failure::Interrupted => Place::Interrupted,
        }
    }

    /// What to do about it, if that is not plain from the failure.
    pub fn help(&self) -> Option<String> {
        match self {
            Failure::Usage { help, .. } => help.clone(),
            Failure::File(error) => error.help(),
            Failure::Internal(_) => Some("this is a fault of tailback; please report it".into()),
            Failure::Package(_) | Failure::Tool(_) => None,
            Failure::Config(_) | Failure::Interrupted => None,
        }
    }

    /// The failure as machines get it.
    pub fn to_json(&self, exit_code: u8) -> Value {
        let kind = match self {
            Failure::Usage { .. } => "usage",
            Failure::File(error) => error.kind(),
            Failure::Config(_) => "configuration",
            Failure::Package(WriteError::NotWritable { .. }) => "not-writable",
            Failure::Package(WriteError::DiskFull { .. }) => "disk-full",
            Failure::Package(_) => "output",
            Failure::Tool(ToolError::Missing { .. }) => "missing-tool",
            Failure::Tool(_) => "tool",
            Failure::Internal(_) => "internal",
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

/// An error and what caused it, in one line.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    std::iter::successors(Some(error), |&error| error.source())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
