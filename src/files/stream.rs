//! Files that are written line by line.

use super::{bare, empty, target::Target, FileError};
use std::{
    fmt,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// A file that is there once it is whole.
pub struct Stream {
    path: PathBuf,
    to: BufWriter<To>,
    /// The first error, which is the one that says why.
    failed: Option<io::Error>,
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
    /// Nothing yet.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        let to = match Target::of(path)? {
            Target::Device(file) => To::Device(file),
            Target::File { path: target, directory, .. } => {
                let file = empty(&directory).map_err(|error| FileError::write(path, error))?;
                To::Staged { file, target }
            }
        };
        Ok(Stream { path: path.into(), to: BufWriter::new(to), failed: None })
    }

    /// One more line.
    pub fn line(&mut self, line: fmt::Arguments) {
        if self.failed.is_none() {
            self.failed = writeln!(self.to, "{line}").err();
        }
    }

    /// That was all.
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
