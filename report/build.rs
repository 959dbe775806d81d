//! Identifies the version of the engine by a hash of the sources that results depend on. In a package,
//! these sources are elsewhere; crates of one version are packaged together and depend on exactly this
//! version of each other, so that there the version alone identifies them.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

/// Directories with the sources of the engine and of the parameters.
const SOURCES: [&str; 2] = ["../model/src/fabric", "../spec/src"];

fn files(directory: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut found = Vec::new();
    for source in SOURCES.into_iter().filter(|source| Path::new(source).is_dir()) {
        println!("cargo::rerun-if-changed={source}");
        files(Path::new(source), &mut found)?;
    }
    found.sort();
    let mut hasher = DefaultHasher::new();
    env::var("CARGO_PKG_VERSION").unwrap_or_default().hash(&mut hasher);
    for path in found {
        path.hash(&mut hasher);
        fs::read(&path)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=TAILBACK_ENGINE={:016x}", hasher.finish());
    Ok(())
}
