//! Writes a package into a directory that may hold an older package and unrelated files.

use super::{manifest, signals::Held, update, Manifest, Package, WriteError};
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs, io,
    path::{Component, Path},
};

impl Package {
    /// Writes the package into `dir`, which is created if it does not exist.
    ///
    /// * Everything is written into a hidden directory inside `dir` first. An error on the way (no
    ///   space, no permission) leaves `dir` as it was.
    /// * Only files that the manifest in `dir` names are replaced or removed. Other files stay; one
    ///   that is in the way of the package is an error.
    /// * A file that would not change is not touched, so that `make` does not rebuild what follows.
    /// * Ctrl-C waits for the end. What a kill or a crash leaves between two renames is completed
    ///   by the next call. (Nothing is forced to the disk, which would take longer than all the
    ///   rest: a power failure may cost the files, and they can be made again.)
    ///
    /// # Errors
    ///
    /// If `dir` is not a directory or cannot be read or written, the disk is full, or the package
    /// would replace a file that no manifest names ([`WriteError::Foreign`]).
    pub fn write_to(&self, dir: &Path) -> Result<(), WriteError> {
        let existed = dir.exists();
        fs::create_dir_all(dir).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => WriteError::NotADirectory { path: dir.into() },
            _ => WriteError::new(dir, source),
        })?;
        let result = self.replace(dir);
        if result.is_err() && !existed {
            // The call removes only an empty directory, which is one created here.
            let _ = fs::remove_dir(dir);
        }
        result
    }

    fn replace(&self, dir: &Path) -> Result<(), WriteError> {
        // The lock serialises processes that write into one directory. On file systems without
        // locks, writes are not serialised.
        let lock = fs::File::open(dir);
        let _ = lock.as_ref().map(fs::File::lock);
        let _held = Held::new();

        update::complete(dir)?;
        let owned = owned(dir)?;
        let mut changed = Vec::new();
        for file in &self.files {
            let path = dir.join(&file.path);
            match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => changed.push(file),
                Err(error) => return Err(WriteError::new(path, error)),
                Ok(_) if fs::read(&path).is_ok_and(|old| old == file.text.as_bytes()) => {}
                Ok(old) if owned.contains(&file.path) && !old.is_dir() => changed.push(file),
                Ok(_) => return Err(WriteError::Foreign { path }),
            }
        }
        let kept: BTreeSet<&str> = self.files.iter().map(|file| file.path.as_str()).collect();
        let obsolete: Vec<String> = owned
            .into_iter()
            .filter(|name| !kept.contains(name.as_str()) && dir.join(name).is_file())
            .collect();
        if changed.is_empty() && obsolete.is_empty() {
            return Ok(());
        }
        update::run(dir, &changed, obsolete)
    }
}

/// Returns the files in `dir` that an earlier package wrote.
fn owned(dir: &Path) -> Result<BTreeSet<String>, WriteError> {
    let path = dir.join(manifest::NAME);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            return Err(WriteError::Foreign { path })
        }
        Err(error) => return Err(WriteError::new(path, error)),
    };
    let Some(manifest) = Manifest::parse(&bytes) else {
        return Err(WriteError::Foreign { path });
    };
    // The path check keeps an edited manifest from removing files elsewhere.
    let names = manifest.files.into_iter().map(|file| file.path).filter(|path| is_plain(path));
    Ok(names.chain([manifest::NAME.to_owned()]).collect())
}

/// Whether `name` is one plain file name, which cannot refer to another directory.
pub(super) fn is_plain(name: &str) -> bool {
    let mut components = Path::new(name).components();
    components.next() == Some(Component::Normal(OsStr::new(name)))
        && components.next().is_none()
        && !name.contains(['/', '\\'])
}
