//! Files that are written line by line.

use super::{bare, empty, open, target::Target, FileError};
use crate::interrupt::Hold;
use std::{
    fmt,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// An output file that becomes visible when complete. While the value lives, the first Ctrl-C only
/// requests a stop.
pub struct Stream {
    path: PathBuf,
    to: BufWriter<To>,
    /// First error, which has the cause.
    failed: Option<io::Error>,
    _hold: Hold,
}

enum To {
    Staged {
        file: NamedTempFile,
        target: PathBuf,
    },
    /// A device or a pipe.
    Device(File),
}

impl Write for To {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            To::Staged { file, .. } => file.write(bytes),
            To::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            To::Staged { file, .. } => file.flush(),
            To::Device(file) => file.flush(),
        }
    }
}

impl Stream {
    /// Creates an empty output file.
    ///
    /// # Errors
    ///
    /// If the path is a directory, or the file cannot be created or the device opened.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        // The guard precedes the temporary file, which Ctrl-C must not leave behind.
        let hold = Hold::new();
        let failed = |error| FileError::write(path, error);
        let to = match Target::of(path)? {
            Target::Device(device) => To::Device(open(&device).map_err(failed)?),
            Target::File { path: target, directory, .. } => {
                To::Staged { file: empty(&directory).map_err(failed)?, target }
            }
        };
        Ok(Stream { path: path.into(), to: BufWriter::new(to), failed: None, _hold: hold })
    }

    /// Appends a line.
    pub fn line(&mut self, line: fmt::Arguments) {
        if self.failed.is_none() {
            self.failed = writeln!(self.to, "{line}").err();
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    ///
    /// If a line could not be written, or the file cannot be moved to its path.
    pub fn finish(self) -> Result<(), FileError> {
        let failed = |error| FileError::write(&self.path, bare(error));
        if let Some(error) = self.failed {
            return Err(failed(error));
        }
        match self.to.into_inner().map_err(|error| failed(error.into_error()))? {
            To::Staged { file, target } => {
                file.persist(target).map(drop).map_err(|error| failed(error.error))
            }
            To::Device(_) => Ok(()),
        }
    }
}
