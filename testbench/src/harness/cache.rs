//! Cache of finished builds, each named by a hash of everything that affects it.
//!
//! A build runs in a directory beside its final path and is moved there in one step, so every entry
//! that exists is complete. Builders of the same entry wait for one another.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::error::Error;

/// Cache of finished builds.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// Environment variable that names the directory.
    pub const VARIABLE: &str = "TAILBACK_CACHE";

    /// The directory that [`Self::VARIABLE`] names, or else one in the user's cache directory.
    ///
    /// # Errors
    ///
    /// If the variable is not set, and the user has no home directory ([`Error::NoCache`]).
    pub fn of_user() -> Result<Self, Error> {
        if let Some(root) = std::env::var_os(Self::VARIABLE).filter(|root| !root.is_empty()) {
            return Ok(Self::at(PathBuf::from(root)));
        }
        let directories =
            directories::ProjectDirs::from("", "", "tailback").ok_or(Error::NoCache)?;
        Ok(Self::at(directories.cache_dir().to_owned()))
    }

    /// A cache in the given directory, which the first build creates.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        // Programs that run in another directory need an absolute path.
        Cache { root: std::path::absolute(&root).unwrap_or(root) }
    }

    /// Directory of the cache.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Path of the log of a failed build.
    pub fn failed_log(&self, key: &str, step: &str) -> PathBuf {
        self.root.join("failed").join(format!("{key}-{step}.log"))
    }

    /// The entry named `key`. If there is none, `build` fills an empty directory that becomes the
    /// entry.
    ///
    /// # Errors
    ///
    /// If the cache cannot be written, or `build` fails; then there is no entry.
    pub fn entry(
        &self,
        key: &str,
        build: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        let entry = self.root.join(key);
        if entry.is_dir() {
            return Ok(entry);
        }
        let failed = |source| Error::cache(&self.root, source);
        fs::create_dir_all(&self.root).map_err(failed)?;
        let lock = File::create(self.root.join(format!("{key}.lock"))).map_err(failed)?;
        // Some network file systems have no locks. There two processes may build the same entry,
        // which is harmless.
        let is_locked = lock.lock().is_ok();
        if entry.is_dir() {
            return Ok(entry);
        }
        if is_locked {
            self.clear_leftovers(key);
        }
        let prefix = format!("{BUILDING}{key}-");
        let place = tempfile::Builder::new().prefix(&prefix).tempdir_in(&self.root);
        let place = place.map_err(failed)?;
        build(place.path())?;
        match fs::rename(place.path(), &entry) {
            Ok(()) => {
                let _ = place.keep();
                Ok(entry)
            }
            Err(_) if entry.is_dir() => Ok(entry),
            Err(source) => Err(failed(source)),
        }
    }

    /// Removes the directories of builds that were killed: those whose lock is free, and those of
    /// `own`, whose lock the caller holds.
    fn clear_leftovers(&self, own: &str) {
        let Ok(entries) = fs::read_dir(&self.root) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            // The directory name ends with a random suffix without a hyphen.
            let Some((key, _)) = name.strip_prefix(BUILDING).and_then(|rest| rest.rsplit_once('-'))
            else {
                continue;
            };
            let lock = File::create(self.root.join(format!("{key}.lock")));
            // The lock is held until the directory is removed.
            if key == own || lock.as_ref().is_ok_and(|lock| lock.try_lock().is_ok()) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Prefix of the directories in which entries are built, before the key.
const BUILDING: &str = "building-";

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn threads_that_want_the_same_entry_build_it_once() {
        let root = tempfile::tempdir().unwrap();
        let builds = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let entry = Cache::at(root.path()).entry("key", |place| {
                        builds.fetch_add(1, Ordering::Relaxed);
                        fs::write(place.join("file"), "text").unwrap();
                        Ok(())
                    });
                    assert_eq!(fs::read_to_string(entry.unwrap().join("file")).unwrap(), "text");
                });
            }
        });
        assert_eq!(builds.into_inner(), 1);
    }

    #[test]
    fn a_failed_build_leaves_no_entry() {
        let root = tempfile::tempdir().unwrap();
        let cache = Cache::at(root.path());
        let failed = cache.entry("key", |_| Err(Error::Cancelled));
        assert!(matches!(failed, Err(Error::Cancelled)));
        let left: Vec<_> =
            fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["key.lock"]);
    }

    #[test]
    fn what_a_killed_build_left_is_removed_and_a_running_build_is_not() {
        let root = tempfile::tempdir().unwrap();
        for name in ["building-key-aaaaaa", "building-dead-bbbbbb", "building-busy-cccccc"] {
            fs::create_dir(root.path().join(name)).unwrap();
        }
        let busy = File::create(root.path().join("busy.lock")).unwrap();
        busy.lock().unwrap();
        Cache::at(root.path()).entry("key", |_| Ok(())).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["building-busy-cccccc", "busy.lock", "dead.lock", "key", "key.lock"]);
    }

    #[test]
    fn a_cache_below_a_file_is_unwritable() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let failed = Cache::at(file.path().join("cache")).entry("key", |_| Ok(()));
        assert!(matches!(failed, Err(Error::UnwritableCache { .. })), "{failed:?}");
    }
}
