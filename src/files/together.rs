//! Several files of one directory.

use super::{stage, FileError, Reason, Verb};
use crate::interrupt::Hold;
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// Writes files, each a name and what is in it, to a directory, which is made if it is not there. What was
/// there under these names is replaced. Nothing is moved to its place until all is written, so that a
/// full disk leaves what was there.
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
        // That is what the system calls a file in the way.
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
