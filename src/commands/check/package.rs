//! `tailback check DIR`: compares a directory with the manifest that `tailback gen` wrote.

use crate::{
    failure::Failure,
    files::FileError,
    output::{Output, Report, Verdict},
};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tailback_gen::package::{verify, Fault};

/// A package compared with its manifest.
#[derive(Debug, Serialize)]
struct Checked {
    directory: PathBuf,
    configuration: Option<String>,
    files: usize,
    whole: bool,
    faults: Vec<Fault>,
}

impl Report for Checked {
    fn human(&self) -> String {
        let directory = self.directory.display();
        let Some(configuration) = self.configuration.as_ref().filter(|_| self.whole) else {
            let faults = self.faults.iter().map(|fault| format!("  {fault}\n"));
            return format!(
                "`{directory}` is not a complete package:\n{}",
                faults.collect::<String>()
            );
        };
        format!("`{directory}` is complete: {} files of {configuration}\n", self.files)
    }
}

/// Compares the files of the package in `directory` with its manifest.
///
/// # Errors
///
/// If a file of the package cannot be read, the directory has neither a manifest nor an interrupted
/// update, or standard output cannot be written. A file that differs is no error, but
/// [`Verdict::Found`].
pub fn run(directory: &Path, output: &Output) -> Result<Verdict, Failure> {
    let verified = verify(directory).map_err(|error| FileError::read(&error.path, error.source))?;
    if verified.manifest.is_none() && verified.faults.is_empty() {
        return Err(Failure::Usage {
            message: format!("there is no package in `{}`", directory.display()),
            help: Some("`tailback gen CONFIG --out DIR` writes one, with a `manifest.json`".into()),
        });
    }
    let whole = verified.faults.is_empty();
    output.report(&Checked {
        directory: directory.into(),
        configuration: verified.manifest.as_ref().map(|manifest| manifest.configuration.clone()),
        files: verified.manifest.map_or(0, |manifest| manifest.files.len()),
        whole,
        faults: verified.faults,
    })?;
    Ok(if whole { Verdict::Good } else { Verdict::Found })
}
