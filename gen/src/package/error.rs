//! Errors in making or writing a package.

use std::{io, path::PathBuf};

/// A package that cannot be made, due to a fault of the design.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// Two files with the same name.
    #[error("two files of the package are named `{path}`")]
    Twice {
        /// File name.
        path: String,
    },
    /// A module name that is not a file name.
    #[error("`{path}` is not a plain file name")]
    NotAFileName {
        /// File name.
        path: String,
    },
    /// A template that does not fit its values.
    #[error("the template `{template}` cannot be filled in")]
    Template {
        /// File name of the template.
        template: &'static str,
        /// Error of the template engine.
        source: minijinja::Error,
    },
    /// An IP-XACT component that cannot be written as XML.
    #[error("the IP-XACT component cannot be written as XML")]
    Xml(#[from] io::Error),
    /// A manifest that cannot be written as JSON.
    #[error("the manifest cannot be written as JSON")]
    Manifest(#[from] serde_json::Error),
}

/// A file of a package that exists and cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read `{}`", .path.display())]
pub struct ReadError {
    /// Path of the file.
    pub path: PathBuf,
    /// Error of the system.
    pub source: io::Error,
}

/// A package that could not be written. The directory is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// No permission, or a read-only file system.
    #[error("`{}` is not writable", path.display())]
    NotWritable {
        /// Path that could not be written.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// No space or quota is left.
    #[error("no space is left to write `{}`", path.display())]
    DiskFull {
        /// Path that could not be written.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The target exists and is not a directory.
    #[error("`{}` is not a directory", path.display())]
    NotADirectory {
        /// Target directory.
        path: PathBuf,
    },
    /// A file of the package would overwrite one that no manifest names.
    #[error(
        "`{}` was not written by tailback and would be overwritten; \
         move it away, or choose another directory",
        path.display()
    )]
    Foreign {
        /// Existing file.
        path: PathBuf,
    },
    /// Any other error.
    #[error("cannot write `{}`", path.display())]
    Other {
        /// Path that could not be written.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
}

impl WriteError {
    /// Distinguishes the errors that a user can fix in different ways.
    pub(super) fn new(path: impl Into<PathBuf>, source: io::Error) -> Self {
        let path = path.into();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                WriteError::NotWritable { path, source }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                WriteError::DiskFull { path, source }
            }
            io::ErrorKind::NotADirectory => WriteError::NotADirectory { path },
            _ => WriteError::Other { path, source },
        }
    }
}
