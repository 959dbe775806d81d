//! Crates of this workspace can be packaged: `make package` builds the packages, and these rules are what it
//! needs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Crates that only tests use, and that are not published.
const UNPUBLISHED: [&str; 2] = ["tailback-harness", "tailback-kernels"];

/// Returns cargo's description of the published crates.
fn published() -> Vec<serde_json::Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let crates = metadata["packages"].as_array().expect("crates").iter();
    let is_published = |each: &&serde_json::Value| each["publish"].is_null();
    crates.filter(is_published).cloned().collect()
}

fn directory(each: &serde_json::Value) -> PathBuf {
    let manifest = Path::new(each["manifest_path"].as_str().expect("path"));
    manifest.parent().expect("a directory").to_owned()
}

#[test]
fn each_published_crate_has_the_metadata_and_licences_of_a_package() {
    let crates = published();
    assert_eq!(crates.len(), 8);
    for each in &crates {
        let name = each["name"].as_str().expect("name");
        for key in ["description", "license", "repository", "readme", "rust_version"] {
            assert!(each[key].is_string(), "{name}: no {key}");
        }
        assert!((1..=5).contains(&each["keywords"].as_array().expect("keywords").len()), "{name}");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = fs::read_to_string(directory(each).join(licence)).expect(name);
            assert!(text.len() > 1000, "{name}: {licence}");
        }
    }
}

#[test]
fn packages_depend_on_versions_and_tests_on_paths() {
    for each in &published() {
        let name = each["name"].as_str().expect("name");
        for dependency in each["dependencies"].as_array().expect("dependencies") {
            let on = dependency["name"].as_str().expect("name");
            if dependency["path"].is_null() {
                continue;
            }
            // A package needs versions, but cannot have one of a crate that depends on it.
            let is_for_tests = dependency["kind"] == "dev";
            let version = if is_for_tests { "*" } else { concat!("=", env!("CARGO_PKG_VERSION")) };
            assert_eq!(dependency["req"], version, "{name} on {on}");
            assert!(is_for_tests || !UNPUBLISHED.contains(&on), "{name} on {on}");
        }
    }
}

/// Returns the Rust files below a directory, without those of tests.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("directory") {
        let path = entry.expect("entry").path();
        let name = path.file_stem().expect("name").to_string_lossy().into_owned();
        match path.is_dir() {
            _ if name == "tests" => {}
            true => found.extend(sources(&path)),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
    found
}

/// Returns the files that a source file includes outside its tests, as written there.
fn included(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let literals = code.split("include_str!(").skip(1).filter_map(|rest| rest.split('"').nth(1));
    literals.map(str::to_owned).collect()
}

#[test]
fn no_published_crate_includes_a_file_outside_its_directory() {
    let mut count = 0;
    for each in &published() {
        let root = directory(each);
        for source in sources(&root.join("src")) {
            for file in included(&fs::read_to_string(&source).expect("source")) {
                let depth = source.strip_prefix(&root).expect("below").components().count() - 1;
                let up = file.matches("../").count();
                assert!(up <= depth, "{}: {file}", source.display());
                count += 1;
            }
        }
    }
    assert!(count > 15, "{count}");
    assert_eq!(included("include_str!(\"../a\"); #[cfg(test)] include_str!(\"b\")"), ["../a"]);
}
