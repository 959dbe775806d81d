//! Target of a file to be written.

use super::{FileError, Reason, Verb};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// Target of a file to be written.
pub enum Target {
    /// A device or a pipe, which must not be replaced by a file.
    Device(PathBuf),
    /// A regular file, which may exist, and its directory.
    File { path: PathBuf, directory: PathBuf, exists: bool },
}

impl Target {
    /// Finds the target for a path.
    ///
    /// # Errors
    ///
    /// If the path is a directory, or a symbolic link that cannot be followed.
    pub fn of(path: &Path) -> Result<Self, FileError> {
        // For a symbolic link, its destination is replaced or created.
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) if error.kind() == ErrorKind::NotFound => destination(path),
            Err(error) if path.is_symlink() => return Err(FileError::write(path, error)),
            Err(_) => path.into(),
        };
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

/// Returns the path to which symbolic links lead, even if there is no file.
fn destination(path: &Path) -> PathBuf {
    match (fs::read_link(path), path.parent()) {
        (Ok(link), Some(parent)) => destination(&parent.join(link)),
        _ => path.into(),
    }
}
