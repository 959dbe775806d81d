//! Writes several files of one directory.

use super::{stage, FileError, Reason, Verb};
use crate::interrupt::Hold;
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// Writes files, given by name and contents, to a directory, which is created if it does not exist.
/// Existing files of these names are replaced. All files are written before the first is renamed,
/// so that a full disk leaves the old files.
///
/// # Errors
///
/// If one of the names is that of a directory, `directory` is a file or cannot be created, a file
/// cannot be written, or Ctrl-C was pressed.
pub fn write_together(
    directory: &Path,
    files: &[(String, impl AsRef<[u8]>)],
) -> Result<Vec<PathBuf>, FileError> {
    let places: Vec<_> = files.iter().map(|(name, _)| directory.join(name)).collect();
    if let Some(place) = places.iter().find(|place| place.is_dir()) {
        return Err(FileError::new(Verb::Write, place, Reason::Directory));
    }
    let hold = Hold::new();
    fs::create_dir_all(directory).map_err(|error| match error.kind() {
        // The system reports this error for a file at the path of the directory.
        ErrorKind::AlreadyExists => FileError::new(Verb::Write, directory, Reason::NotADirectory),
        _ => FileError::write(directory, error),
    })?;
    let mut staged = Vec::new();
    for (place, (_, bytes)) in places.iter().zip(files) {
        staged.push(
            stage(directory, bytes.as_ref()).map_err(|error| FileError::write(place, error))?,
        );
    }
    if hold.asked() {
        return Err(FileError::write(directory, ErrorKind::Interrupted.into()));
    }
    for (place, file) in places.iter().zip(staged) {
        file.persist(place).map_err(|error| FileError::write(place, error.error))?;
    }
    Ok(places)
}
