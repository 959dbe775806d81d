//! Where a file goes that is written.

use super::{FileError, Reason, Verb};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where a file is to be.
pub enum Target {
    /// A device or a pipe, which must not be replaced by a file.
    Device(PathBuf),
    /// A file, which may be there already, and its directory.
    File { path: PathBuf, directory: PathBuf, exists: bool },
}

impl Target {
    /// Where a file of this name is to be.
    pub fn of(path: &Path) -> Result<Self, FileError> {
        // What a link points to is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let exists = match fs::metadata(&target) {
            Ok(found) if found.is_dir() => {
                return Err(FileError::new(Verb::Write, path, Reason::Directory))
            }
            Ok(found) if !found.is_file() => return Ok(Target::Device(target)),
            Ok(_) => true,
            Err(_) => false,
        };
        let directory = match target.parent() {
            Some(parent) if parent != Path::new("") => parent.into(),
            _ => PathBuf::from("."),
        };
        Ok(Target::File { path: target, directory, exists })
    }
}
