//! Reads and writes files such that each kind of failure has a message of its own, and no file is
//! ever visible half written.

mod stream;
mod target;
mod together;

pub use stream::Stream;
pub use together::write_together;

use crate::{interrupt::Hold, place::Place};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
};
use target::Target;
use tempfile::NamedTempFile;

/// Far above the size of any configuration or scenario; the limit ends the reading of a device.
const LARGEST_TEXT_BYTES: u64 = 1 << 26;
/// Maximum size of a trace file.
const LARGEST_TRACE_BYTES: u64 = 1 << 28;

/// A failed access to a file.
#[derive(Debug, thiserror::Error)]
#[error("cannot {} `{}`: {}", .verb.text(), .path.display(), .reason.text())]
pub struct FileError {
    verb: Verb,
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Read,
    Write,
}

impl Verb {
    fn text(self) -> &'static str {
        match self {
            Verb::Read => "read",
            Verb::Write => "write",
        }
    }
}

#[derive(Debug)]
enum Reason {
    Missing,
    MissingDirectory,
    Directory,
    NotADirectory,
    NotAFile,
    Binary { at: Option<usize> },
    TooLarge { most: u64 },
    Exists,
    Permission,
    ReadOnly,
    Full,
    Interrupted,
    Other(io::Error),
}

impl Reason {
    fn of(verb: Verb, error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound if verb == Verb::Write => Reason::MissingDirectory,
            ErrorKind::NotFound => Reason::Missing,
            ErrorKind::IsADirectory => Reason::Directory,
            ErrorKind::NotADirectory => Reason::NotADirectory,
            ErrorKind::AlreadyExists => Reason::Exists,
            ErrorKind::PermissionDenied => Reason::Permission,
            ErrorKind::ReadOnlyFilesystem => Reason::ReadOnly,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Reason::Full,
            ErrorKind::InvalidData => Reason::Binary { at: None },
            ErrorKind::Interrupted => Reason::Interrupted,
            _ => Reason::Other(error),
        }
    }

    fn text(&self) -> String {
        match self {
            Reason::Missing => "the file does not exist".into(),
            Reason::MissingDirectory => "the directory does not exist".into(),
            Reason::Directory => "the path is a directory".into(),
            Reason::NotADirectory => "a part of the path is a file, not a directory".into(),
            Reason::NotAFile => "the path is neither a file nor a link to a file".into(),
            Reason::Binary { at: Some(at) } => {
                format!("the file is not text (byte {at} is not UTF-8)")
            }
            Reason::Binary { at: None } => "the file is not text".into(),
            Reason::TooLarge { most } => format!("the file is larger than {} MiB", most >> 20),
            Reason::Exists => "the file exists already".into(),
            Reason::Permission => "permission denied".into(),
            Reason::ReadOnly => "the file system is read-only".into(),
            Reason::Full => "the disk is full".into(),
            Reason::Interrupted => "interrupted".into(),
            Reason::Other(error) => error.to_string(),
        }
    }
}

impl FileError {
    pub fn write(path: &Path, error: io::Error) -> Self {
        Self::new(Verb::Write, path, Reason::of(Verb::Write, error))
    }

    pub fn read(path: &Path, error: io::Error) -> Self {
        Self::new(Verb::Read, path, Reason::of(Verb::Read, error))
    }

    fn new(verb: Verb, path: &Path, reason: Reason) -> Self {
        FileError { verb, path: path.into(), reason }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns a name for the reason, for the machine-readable output.
    pub fn kind(&self) -> &'static str {
        match self.reason {
            Reason::Missing => "missing-file",
            Reason::MissingDirectory => "missing-directory",
            Reason::Directory => "is-a-directory",
            Reason::NotADirectory => "not-a-directory",
            Reason::NotAFile => "not-a-file",
            Reason::Binary { .. } => "binary-file",
            Reason::TooLarge { .. } => "file-too-large",
            Reason::Exists => "file-exists",
            Reason::Permission => "permission-denied",
            Reason::ReadOnly => "read-only-file-system",
            Reason::Full => "disk-full",
            Reason::Interrupted => "interrupted",
            Reason::Other(_) => "input-output",
        }
    }

    /// Returns the origin of the failure.
    pub fn place(&self) -> Place {
        match (self.verb, &self.reason) {
            (_, Reason::Interrupted) => Place::Interrupted,
            (_, Reason::Permission | Reason::ReadOnly | Reason::Full | Reason::Other(_)) => {
                Place::Environment
            }
            (Verb::Write, Reason::MissingDirectory | Reason::NotADirectory) => Place::Environment,
            _ => Place::Input,
        }
    }

    /// Returns a suggested fix.
    pub fn help(&self) -> Option<String> {
        let path = self.path.display();
        let preset = self.path.to_str().and_then(tailback_spec::presets::find);
        Some(match (&self.reason, preset) {
            (Reason::Missing, Some(preset)) => format!(
                "`{0}` is a preset; write it to a file:\n\
                 tailback init {0}.toml --preset {0}",
                preset.name
            ),
            (Reason::Missing, None) if self.path.extension().is_some_and(|end| end == "toml") => {
                format!("`tailback init {path}` writes a configuration to start from")
            }
            (Reason::Missing, None) => return None,
            (Reason::MissingDirectory, _) => match self.path.parent() {
                Some(parent) => format!("`mkdir -p {}` creates it", parent.display()),
                None => return None,
            },
            (Reason::Directory, _) => "name a file in the directory".into(),
            (Reason::Binary { .. } | Reason::TooLarge { .. }, _)
                if self.path.extension().is_some_and(|end| end == "toml") =>
            {
                "a configuration is a TOML file; `tailback init` writes one to start from".into()
            }
            (Reason::Binary { .. } | Reason::TooLarge { .. }, _) => return None,
            (Reason::Exists, _) => "`--force` replaces the file; or name another file".into(),
            (Reason::Permission, _) => {
                let there = self.path.ancestors().find(|path| path.exists());
                let shown = there.unwrap_or(Path::new(".")).display().to_string();
                let shown = if shown.is_empty() { ".".to_owned() } else { shown };
                format!("`ls -ld {shown}` shows who may {} it", self.verb.text())
            }
            (Reason::ReadOnly, _) => "choose another directory".into(),
            (Reason::Full, _) => {
                "free some space, or choose another directory; existing files are unchanged".into()
            }
            (
                Reason::NotAFile | Reason::NotADirectory | Reason::Interrupted | Reason::Other(_),
                _,
            ) => return None,
        })
    }
}

/// Reads a text file.
///
/// # Errors
///
/// If the file cannot be read, has more than 64 MiB, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    read_text_up_to(path, LARGEST_TEXT_BYTES)
}

/// Reads a text file that a scenario in `directory` names: a configuration or a trace.
///
/// # Errors
///
/// If the path is not that of a regular file, or the file cannot be read, has more than 256 MiB, or
/// is not UTF-8. The text is that of the [`FileError`].
pub fn read_named(directory: &Path, name: &str) -> Result<String, String> {
    let path = directory.join(name);
    let text = regular(&path).and_then(|()| read_text_up_to(&path, LARGEST_TRACE_BYTES));
    text.map_err(|error| error.to_string())
}

/// Refuses everything but a regular file: reading a pipe without a writer would never end.
///
/// # Errors
///
/// If there is no such file, it is a directory or a special file, or it cannot be opened.
pub fn regular(path: &Path) -> Result<(), FileError> {
    let failed = |reason| FileError::new(Verb::Read, path, reason);
    let failed_io = |error| failed(Reason::of(Verb::Read, error));
    let found = fs::metadata(path).map_err(failed_io)?;
    match (found.is_file(), found.is_dir()) {
        (true, _) => File::open(path).map(drop).map_err(failed_io),
        (_, true) => Err(failed(Reason::Directory)),
        _ => Err(failed(Reason::NotAFile)),
    }
}

fn read_text_up_to(path: &Path, most: u64) -> Result<String, FileError> {
    let failed = |reason| FileError::new(Verb::Read, path, reason);
    let failed_io = |error| failed(Reason::of(Verb::Read, error));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed_io)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(failed_io)?;
    if bytes.len() as u64 > most {
        return Err(failed(Reason::TooLarge { most }));
    }
    String::from_utf8(bytes)
        .map_err(|error| failed(Reason::Binary { at: Some(error.utf8_error().valid_up_to()) }))
}

/// Creates the parent directory of an output file.
///
/// # Errors
///
/// If a part of the path is a file, or the directory cannot be created.
pub fn make_parent(path: &Path) -> Result<(), FileError> {
    match path.parent().filter(|parent| *parent != Path::new("")) {
        Some(parent) => fs::create_dir_all(parent).map_err(|error| match error.kind() {
            // The system reports this error if a file has the name of the directory.
            ErrorKind::AlreadyExists => FileError::new(Verb::Write, path, Reason::NotADirectory),
            _ => FileError::write(path, error),
        }),
        None => Ok(()),
    }
}

/// Handling of an existing file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    Keep,
    Replace,
}

/// Writes a file completely or not at all.
///
/// # Errors
///
/// If the path is a directory, the file exists and is to be kept, it cannot be written, or Ctrl-C
/// was pressed.
pub fn write(path: &Path, text: &str, existing: Existing) -> Result<(), FileError> {
    let failed = |error| FileError::write(path, error);
    let (target, directory) = match Target::of(path)? {
        Target::Device(_) | Target::File { exists: true, .. } if existing == Existing::Keep => {
            return Err(FileError::new(Verb::Write, path, Reason::Exists))
        }
        Target::Device(device) => {
            let mut device = open(&device).map_err(failed)?;
            return device.write_all(text.as_bytes()).map_err(failed);
        }
        Target::File { path, directory, .. } => (path, directory),
    };
    let hold = Hold::new();
    let file = stage(&directory, text.as_bytes()).map_err(failed)?;
    if hold.asked() {
        return Err(failed(ErrorKind::Interrupted.into()));
    }
    match existing {
        Existing::Keep => file.persist_noclobber(&target),
        Existing::Replace => file.persist(&target),
    }
    .map_err(|error| failed(error.error))?;
    Ok(())
}

/// Opens a device or a pipe for writing.
fn open(device: &Path) -> io::Result<File> {
    File::options().write(true).open(device)
}

/// Writes bytes to a temporary file in `directory`, to be renamed within the same directory.
fn stage(directory: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = empty(directory)?;
    file.write_all(bytes).map_err(bare)?;
    Ok(file)
}

/// Creates an empty temporary file in `directory`.
fn empty(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tailback-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        /// Mode of a new file created by `open`, before the umask.
        const NEW_FILE: u32 = 0o666;
        builder.permissions(fs::Permissions::from_mode(NEW_FILE));
    }
    builder.tempfile_in(directory).map_err(bare)
}

/// Removes the name of the temporary file from an error, since it means nothing to the user.
fn bare(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

#[cfg(test)]
mod tests;
