//! Why a command could not do what was asked.

use crate::{config_file::BadConfig, files::FileError};
use serde_json::{json, Value};

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
            Failure::Interrupted => Place::Interrupted,
        }
    }

    /// What to do about it, if that is not plain from the failure.
    pub fn help(&self) -> Option<String> {
        match self {
            Failure::Usage { help, .. } => help.clone(),
            Failure::File(error) => error.help(),
            Failure::Config(_) | Failure::Interrupted => None,
        }
    }

    /// The failure as machines get it.
    pub fn to_json(&self, exit_code: u8) -> Value {
        let kind = match self {
            Failure::Usage { .. } => "usage",
            Failure::File(error) => error.kind(),
            Failure::Config(_) => "configuration",
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
            Failure::Usage { .. } | Failure::Interrupted => {}
        }
        value
    }
}
