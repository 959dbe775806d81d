//! Tests of reading and writing files.

use super::*;

#[test]
fn each_reason_of_the_system_has_its_own_words() {
    let mut texts: Vec<_> = [
        ErrorKind::NotFound,
        ErrorKind::IsADirectory,
        ErrorKind::NotADirectory,
        ErrorKind::AlreadyExists,
        ErrorKind::PermissionDenied,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::StorageFull,
    ]
    .into_iter()
    .map(|kind| FileError::write(Path::new("a/b"), kind.into()).to_string())
    .collect();
    let all = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), all, "{texts:?}");
}

#[test]
fn a_failed_write_leaves_what_was_there() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("file");
    write(&path, "old", Existing::Keep)?;
    assert!(write(&path, "new", Existing::Keep).is_err());
    assert_eq!(fs::read_to_string(&path)?, "old");
    write(&path, "new", Existing::Replace)?;
    assert_eq!(fs::read_to_string(&path)?, "new");
    assert_eq!(fs::read_dir(directory.path())?.count(), 1, "no temporary file is left");
    Ok(())
}

#[test]
fn files_are_written_all_or_none() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let place = directory.path().join("new/set");
    let files = |text: &str| ["a", "b"].map(|name| (name.to_owned(), text.to_owned()));
    let written = write_together(&place, &files("old"))?;
    assert_eq!(written, [place.join("a"), place.join("b")]);
    fs::remove_file(place.join("b"))?;
    fs::create_dir(place.join("b"))?;
    let error = write_together(&place, &files("new")).map_err(|error| error.kind());
    assert_eq!(error.err(), Some("is-a-directory"));
    assert_eq!(fs::read_to_string(place.join("a"))?, "old");
    assert_eq!(fs::read_dir(&place)?.count(), 2, "no temporary file is left");
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    let error = write(Path::new("/dev/full"), "text", Existing::Replace);
    assert_eq!(error.map_err(|error| error.kind()), Err("disk-full"));
    assert!(fs::metadata("/dev/full").is_ok_and(|found| !found.is_file()));
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_stays_and_its_destination_is_written() -> Result<(), Box<dyn std::error::Error>>
{
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name);
    fs::create_dir(path("below"))?;
    symlink("second", path("first"))?;
    symlink("below/file", path("second"))?;
    for text in ["new", "replaced"] {
        write(&path("first"), text, Existing::Replace)?;
        assert_eq!(fs::read_to_string(path("below/file"))?, text);
    }
    assert!(path("first").is_symlink() && path("second").is_symlink());
    symlink("loop", path("loop"))?;
    assert!(write(&path("loop"), "text", Existing::Replace).is_err());
    assert!(path("loop").is_symlink());
    Ok(())
}
