//! What can go wrong on the way to the files.

use std::{io, path::PathBuf};

/// A package that cannot be made. Each of these is a fault of the design, not of its user.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// Two files of one name.
    #[error("two files of the package are named `{path}`")]
    Twice {
        /// The name.
        path: String,
    },
    /// A module name that is no file name.
    #[error("`{path}` is no plain file name")]
    NotAFileName {
        /// The name.
        path: String,
    },
    /// A template that does not fit its values.
    #[error("the template `{template}` cannot be filled in")]
    Template {
        /// File name of the template.
        template: &'static str,
        /// What the template engine says.
        source: minijinja::Error,
    },
    /// A manifest that cannot be written as JSON.
    #[error("the manifest cannot be written as JSON")]
    Manifest(#[from] serde_json::Error),
}

/// A package that could not be written. The directory holds what it held before.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// No permission, or a read-only file system.
    #[error("`{}` is not writable", path.display())]
    NotWritable {
        /// What could not be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No space, or no quota, is left.
    #[error("no space is left to write `{}`", path.display())]
    DiskFull {
        /// What could not be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The target exists and is no directory.
    #[error("`{}` is not a directory", path.display())]
    NotADirectory {
        /// The target.
        path: PathBuf,
    },
    /// A file of the package would replace one that no manifest names.
    #[error(
        "`{}` was not written by tailback and would be overwritten; \
         move it away, or choose another directory",
        path.display()
    )]
    Foreign {
        /// The file that is in the way.
        path: PathBuf,
    },
    /// Anything else.
    #[error("cannot write `{}`", path.display())]
    Other {
        /// What could not be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl WriteError {
    /// Tells apart what a user can mend in different ways.
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
