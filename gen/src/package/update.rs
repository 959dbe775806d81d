//! Replaces several files of a directory atomically.
//!
//! A stage directory inside the target holds the new files, the old files and a journal of the
//! changes. Renaming the stage to [`READY`] commits the update: this process or the next one then
//! carries it out. Before the commit, the target is unchanged. During the update, the target has no
//! manifest: the old manifest is moved first, and the new one last.

use super::{manifest, File, WriteError};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Directory of a committed update that is not yet carried out.
const READY: &str = ".tailback-update";
/// Prefix of the directory of an update in preparation.
const STAGE: &str = ".tailback-stage-";
/// Journal of the update, in its stage.
const JOURNAL: &str = "journal.json";
/// Directory of the new files, in a stage.
const NEW: &str = "new";
/// Directory of the replaced files, in a stage.
const OLD: &str = "old";

/// Changes of an update.
#[derive(Serialize, Deserialize)]
struct Journal {
    /// Files to create or replace.
    replace: Vec<String>,
    /// Files to remove.
    remove: Vec<String>,
}

/// Puts `files` into `dir` and removes `remove` from it, atomically.
pub(super) fn run(dir: &Path, files: &[&File], remove: Vec<String>) -> Result<(), WriteError> {
    let replace = files.iter().map(|file| file.path.clone()).collect();
    let journal = Journal { replace, remove };
    let stage = tempfile::Builder::new()
        .prefix(STAGE)
        .tempdir_in(dir)
        .map_err(|source| WriteError::new(dir, source))?;
    prepare(dir, stage.path(), files, &journal)?;

    let ready = dir.join(READY);
    fs::rename(stage.path(), &ready).map_err(|source| WriteError::new(&ready, source))?;
    let _ = stage.keep();
    if let Err(error) = apply(dir, &journal) {
        undo(dir, &journal);
        return Err(error);
    }
    Ok(())
}

/// Whether `dir` holds a committed update that is not yet complete.
pub(super) fn is_pending(dir: &Path) -> bool {
    dir.join(READY).join(JOURNAL).is_file()
}

/// Completes a committed update of an interrupted process, and removes uncommitted ones.
pub(super) fn complete(dir: &Path) -> Result<(), WriteError> {
    let entries = fs::read_dir(dir).map_err(|source| WriteError::new(dir, source))?;
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(STAGE) {
            remove_stage(&entry.path())?;
        }
    }
    let path = dir.join(READY).join(JOURNAL);
    match fs::read(&path) {
        Ok(bytes) => {
            let journal = serde_json::from_slice(&bytes)
                .map_err(|error| WriteError::new(&path, error.into()))?;
            apply(dir, &journal)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => remove_stage(&dir.join(READY)),
        Err(error) => Err(WriteError::new(path, error)),
    }
}

/// Fills `stage`.
fn prepare(dir: &Path, stage: &Path, files: &[&File], journal: &Journal) -> Result<(), WriteError> {
    let (new, old) = (stage.join(NEW), stage.join(OLD));
    for path in [&new, &old] {
        fs::create_dir(path).map_err(|source| WriteError::new(path, source))?;
    }
    for file in files {
        write(&new.join(&file.path), file.text.as_bytes())?;
    }
    for name in journal.replace.iter().chain(&journal.remove) {
        let (from, to) = (dir.join(name), old.join(name));
        match fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(WriteError::new(from, error))
            }
            _ => {}
        }
    }
    let text = serde_json::to_vec(journal)
        .map_err(|error| WriteError::new(stage.join(JOURNAL), error.into()))?;
    write(&stage.join(JOURNAL), &text)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    fs::write(path, bytes).map_err(|source| WriteError::new(path, source))
}

/// Carries out the update in [`READY`], or the rest of it.
fn apply(dir: &Path, journal: &Journal) -> Result<(), WriteError> {
    let ready = dir.join(READY);
    let (manifests, files): (Vec<_>, Vec<_>) =
        journal.replace.iter().partition(|name| *name == manifest::NAME);
    if manifests.iter().any(|name| ready.join(NEW).join(name).exists()) {
        let old = dir.join(manifest::NAME);
        gone_is_fine(fs::remove_file(&old), &old)?;
    }
    for name in files.into_iter().chain(manifests) {
        let target = dir.join(name);
        gone_is_fine(fs::rename(ready.join(NEW).join(name), &target), &target)?;
    }
    for name in &journal.remove {
        let target = dir.join(name);
        gone_is_fine(fs::remove_file(&target), &target)?;
    }
    remove_stage(&ready)
}

/// Restores the files that [`apply`] has replaced or removed so far. If that fails too, the stage
/// stays, with the old files in it.
fn undo(dir: &Path, journal: &Journal) {
    let ready = dir.join(READY);
    let mut whole = true;
    for name in journal.replace.iter().chain(&journal.remove) {
        let (old, target) = (ready.join(OLD).join(name), dir.join(name));
        let moved = !ready.join(NEW).join(name).exists();
        whole &= if old.exists() {
            fs::rename(old, target).is_ok()
        } else {
            !moved || gone_is_fine(fs::remove_file(&target), &target).is_ok()
        };
    }
    if whole {
        let _ = remove_stage(&ready);
    }
}

/// Removes a stage, its journal first: a stage without a journal is never carried out.
fn remove_stage(stage: &Path) -> Result<(), WriteError> {
    let journal: PathBuf = stage.join(JOURNAL);
    gone_is_fine(fs::remove_file(&journal), &journal)?;
    gone_is_fine(fs::remove_dir_all(stage), stage)
}

/// Ignores a missing file: an earlier attempt may have done this step.
fn gone_is_fine(result: io::Result<()>, path: &Path) -> Result<(), WriteError> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(WriteError::new(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_that_fails_half_way_is_undone() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let file = |path: &str| File { path: path.into(), text: "new".into() };
        let files = [file("a"), file("b"), file("c")];
        fs::write(dir.join("a"), "old").unwrap();
        fs::write(dir.join("gone"), "old").unwrap();
        let replace = files.iter().map(|file| file.path.clone()).collect();
        let journal = Journal { replace, remove: vec!["gone".into()] };
        let ready = dir.join(READY);
        fs::create_dir(&ready).unwrap();
        prepare(dir, &ready, &files.iter().collect::<Vec<_>>(), &journal).unwrap();
        // A directory that appears between preparation and renaming makes the third rename fail.
        fs::create_dir_all(dir.join("c/x")).unwrap();

        apply(dir, &journal).unwrap_err();
        assert_eq!(fs::read_to_string(dir.join("a")).unwrap(), "new", "the first rename was done");
        undo(dir, &journal);
        for name in ["a", "gone"] {
            assert_eq!(fs::read_to_string(dir.join(name)).unwrap(), "old");
        }
        assert!(!dir.join("b").exists() && dir.join("c/x").exists());
        assert!(!ready.exists());
    }

    #[test]
    fn a_directory_between_two_sets_has_no_manifest() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let file = |path: &str| File { path: path.into(), text: "new".into() };
        // The manifest is not the last file here, and a directory at the path of `b` stops the
        // update.
        let files = [file("a"), file(manifest::NAME), file("b")];
        for name in ["a", manifest::NAME] {
            fs::write(dir.join(name), "old").unwrap();
        }
        let replace = files.iter().map(|file| file.path.clone()).collect();
        let journal = Journal { replace, remove: Vec::new() };
        let ready = dir.join(READY);
        fs::create_dir(&ready).unwrap();
        prepare(dir, &ready, &files.iter().collect::<Vec<_>>(), &journal).unwrap();
        assert!(is_pending(dir));
        fs::create_dir_all(dir.join("b/x")).unwrap();
        apply(dir, &journal).unwrap_err();
        assert_eq!(fs::read_to_string(dir.join("a")).unwrap(), "new");
        assert!(!dir.join(manifest::NAME).exists() && is_pending(dir));
        fs::remove_dir_all(dir.join("b")).unwrap();
        complete(dir).unwrap();
        for name in ["a", "b", manifest::NAME] {
            assert_eq!(fs::read_to_string(dir.join(name)).unwrap(), "new");
        }
        assert!(!is_pending(dir));
    }
}
