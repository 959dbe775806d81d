//! Checks a directory against the manifest of its package.

use super::{manifest, update, write::is_plain, Manifest, ReadError};
use serde::Serialize;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A difference between a directory and its package's manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "file")]
pub enum Fault {
    /// A `tailback gen` was interrupted while it replaced files; running it again completes them.
    #[error("an interrupted `tailback gen` has replaced only some of the files; run it again")]
    Interrupted,
    /// A file of the manifest does not exist.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A file's hash differs from the manifest.
    #[error("`{0}` is not the file that was generated")]
    Changed(String),
}

/// Result of checking a package against its manifest.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verified {
    /// The manifest; none if the directory has no readable manifest of a package.
    pub manifest: Option<Manifest>,
    /// All differences from the manifest.
    pub faults: Vec<Fault>,
}

/// Compares each file in `dir` with the manifest there.
///
/// # Errors
///
/// If the manifest, or a file that it names, exists and cannot be read.
pub fn verify(dir: &Path) -> Result<Verified, ReadError> {
    let mut faults = Vec::new();
    if update::is_pending(dir) {
        faults.push(Fault::Interrupted);
    }
    let manifest = match read(dir.join(manifest::NAME))? {
        Some(bytes) => Manifest::parse(&bytes),
        None => None,
    };
    for file in manifest.iter().flat_map(|manifest| &manifest.files) {
        // The path check keeps an edited manifest from naming files elsewhere.
        let found = if is_plain(&file.path) { read(dir.join(&file.path))? } else { None };
        match found {
            None => faults.push(Fault::Missing(file.path.clone())),
            Some(bytes) if blake3::hash(&bytes).to_hex().as_str() != file.blake3 => {
                faults.push(Fault::Changed(file.path.clone()))
            }
            Some(_) => {}
        }
    }
    Ok(Verified { manifest, faults })
}

/// Reads a file; `None` if it does not exist.
fn read(path: PathBuf) -> Result<Option<Vec<u8>>, ReadError> {
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ReadError { path, source }),
    }
}
